import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../testing/desk-folder.ts'
import { PLAN, plan } from '../testing/plan-work.ts'

/** A folder in which something of every kind has happened. */
async function aBusyFolder() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const title = 'Write to everybody at the harbour about the tides of the coming week, and ask them to answer'
  const job = await leeway.job({ key: 'mail', title })
  await codeOf(
    job.guard('send_mail', () => 'sent')({ to: 'everybody@example.org', text: 'x '.repeat(60) }, { key: 'a' }),
  )
  const program = leeway.program({ name: 'plan', version: '1' }, (phased) =>
    phased.phase({ ...PLAN, title: title.slice(0, 80) }, plan),
  )
  await leeway.start(program, { key: 'plan', input: null, title })
  const [held] = await folder.waiting(ada)
  await ada(['kill-switch', 'on', '--agent', 'another-agent-with-a-rather-long-name', '--reason', title])
  return { ...folder, ada, job: job.id, checkpoint: held?.id ?? '' }
}

/** What is copied whole may be wider; nothing else is. */
const IS_COPIED = /^ *(leeway |Look at it: +leeway |Answer: +leeway |hash +sha256:)/

test('on a page of 80 columns nothing is wider but what is copied whole', { timeout: 60_000 }, async () => {
  const { ada, job, checkpoint, root } = await aBusyFolder()
  const calls = [
    ...[
      [],
      ['jobs'],
      ['jobs', '--limit', '1'],
      ['job', 'show', job],
      ['checkpoints'],
      ['checkpoints', 'show', checkpoint],
    ],
    ...[
      ['pr'],
      ['pr', 'show', 'strategic'],
      ['pr', 'diff', 'strategic'],
      ['pr', 'comment', 'strategic', '--text', 'Why?'],
    ],
    ...[['people'], ['grants'], ['kill-switch'], ['doctor'], ['presets'], ['policy', 'jobs/guided', '--origins']],
    ...[
      ['audit', 'show'],
      ['audit', 'show', '--limit', '2', '--job', job],
      ['audit', 'verify'],
    ],
    ...[['backup', join(root, 'a-copy.db')], ['audit', 'export', join(root, 'a-log.jsonl')], ['login']],
    ...[
      ['approve', checkpoint],
      ['cancel', job, '--reason', 'enough'],
    ],
  ]
  for (const call of calls) {
    const { out } = await ada(call, { columns: 80 })
    const wide = out.split('\n').filter((line) => line.length > 80 && !IS_COPIED.test(line))
    expect({ call, wide }).toEqual({ call, wide: [] })
  }
})
