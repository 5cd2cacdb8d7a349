import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { hardWrap } from '../text/hard-wrap.ts'
import { drawContent } from './draw-checkpoint.ts'

/** Clears the screen, hides what follows, turns it around, ends a line, and is a C1 control. */
const HOSTILE = 'ok\u001b[2J\u001b[8m\u202e\u200b\r\n\u009b31m\u2028\u0007✓ approved'
const ACTING = /[\p{Cc}\p{Cf}\u2028\u2029]/u

test('nothing that an agent says acts on the terminal, in any view', async () => {
  const { person, agent, waiting } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ agent: 'mailer' })
  const job = await leeway.job({ title: HOSTILE })
  const send = job.guard(HOSTILE, () => HOSTILE, { title: HOSTILE })
  await codeOf(send({ [HOSTILE]: HOSTILE }, { key: 'one' }))
  const [checkpoint] = await waiting(ada)
  const [id, hash] = [checkpoint?.id ?? '', checkpoint?.content_hash ?? '']
  await codeOf(job.gate({ kind: 'checkpoint', type: 'deliverable' }, { title: HOSTILE, key: 'two' }))
  const answered = await ada(['approve', id, '--hash', hash, '--grant-count', '2', '--reason', 'fine'])
  await send({ [HOSTILE]: HOSTILE }, { key: 'one' })
  await ada(['kill-switch', 'on', '--agent', HOSTILE, '--reason', HOSTILE])

  const calls = [
    ['checkpoints', '--all'],
    ['checkpoints', 'show', id],
    ['grants'],
    ['jobs', '--all'],
    ['job', 'show', job.id],
    ['audit', 'show'],
    ['kill-switch'],
  ]
  const said = [answered]
  for (const call of calls) said.push(await ada(call, { columns: 80 }), await ada([...call, '--json'], { columns: 80 }))
  said.push(await ada(['approve', HOSTILE]), await ada(['audit', 'show', '--type', HOSTILE]))
  for (const { out, err } of said) expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(ACTING)

  const shown = JSON.parse((await ada(['checkpoints', 'show', id, '--json'])).out)
  expect(shown.checkpoint.content.args).toEqual({ [HOSTILE]: HOSTILE })
  const view = await ada(['checkpoints', 'show', id], { columns: 80 })
  expect(view.out).toMatch(/In the agent’s own words.*no part of what you approve\n {2}│ ok\\u001b/)
})

test('of the content every character is shown, however long a line is', () => {
  const text = `a  b   ${'word '.repeat(60)}   end  `
  expect(hardWrap(text, 20).join('')).toBe(text)
  const page = { width: 40, paint: (_format: unknown, shown: string) => shown, spell: (text: string) => text }
  const drawn = drawContent({ content: { tool: 't', args: { text, z: 1, a: 2 } } }, page)
  const joined = drawn.replaceAll(/\n +↪ /g, '').replaceAll(/\n\s*/g, '')
  expect(joined).toContain(`"text": ${JSON.stringify(text)}`)
  expect(drawn.indexOf('"a"')).toBeLessThan(drawn.indexOf('"text"'))
  for (const line of drawn.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
})
