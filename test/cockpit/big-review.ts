import type { ApiClient } from '../../src/client/api-client.ts'
import { openLeeway } from '../../src/compose.ts'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { changedFiles } from './big-files.ts'

/** Two threads a file, at a third and at the end. */
const PLACES = [50, 150] as const

/** A real job whose work is held: thirty files, five thousand lines, and sixty threads. */
export async function aBigReview(root: string, ada: ApiClient): Promise<PullId> {
  const leeway = await openLeeway({ root, agent: 'scout', policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'big', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'A large change' }, async ({ step }) => {
      await step('write', (files) => {
        for (const { path, lines } of changedFiles()) files.write(path, `${lines.join('\n')}\n`)
      })
      return undefined
    }),
  )
  await leeway.start(program, { key: 'a', input: null })
  await leeway.close()
  const [pull] = (await ada.call('list_pulls', {})).rows
  if (pull === undefined) throw new Error('There is no pull request.')
  const { checkpoint } = await ada.call('read_pull', { pull: pull.id })
  const content_hash = checkpoint?.content_hash ?? ''
  const threads = changedFiles().flatMap(({ path, lines }) => PLACES.map((at) => aDraft(path, lines, at)))
  await ada.call('submit_review', { pull: pull.id, head: pull.head, content_hash, answer: 'comment', threads })
  return pull.id
}

function aDraft(path: string, lines: readonly string[], at: number): Draft {
  const quote = [lines[at - 1] ?? '']
  return {
    id: ThreadId.parse(`t-${path.replaceAll('/', '-')}-${at}`),
    kind: 'question',
    text: `What does line ${at} stand for?`,
    anchor: { path, side: 'new', kind: 'lines', first: at, last: at, quote, before: [], after: [] },
    suggestion: null,
  }
}
