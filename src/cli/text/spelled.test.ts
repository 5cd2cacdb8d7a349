import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { run } from '../../testing/fake-io.ts'
import { spelled } from './spelled.ts'

const NPX = { npm_lifecycle_script: "'leeway'" }

test('every command in a sentence is as it is typed, and nothing else of it changes', () => {
  const text = 'See `leeway pr show ID`, or leeway jobs. Keep leeway.yaml, .leeway and what leeway means; leeway prx.'
  expect(spelled(text, { environment: NPX })).toBe(
    'See `npx leeway pr show ID`, or npx leeway jobs. Keep leeway.yaml, .leeway and what leeway means; leeway prx.',
  )
  expect(spelled(text, { environment: {} })).toBe(text)
})

test('hints, errors and help can be pasted, and data says the same everywhere', async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--name', 'ada'])
  const agent = await folder.agent()
  await agent.gate({ kind: 'completion' }).catch(() => undefined)

  const listed = await ada(['checkpoints'], { environment: NPX })
  expect(listed.out).toContain('npx leeway approve chk_')
  expect(listed.out).not.toMatch(/^leeway/m)
  expect((await ada(['checkpoints', 'show', 'chk_nobody'], { environment: NPX })).err).toContain(
    ': npx leeway checkpoints --all',
  )
  expect((await ada(['approve', '--nope'], { environment: NPX })).err).toContain('See `npx leeway approve --help`.')
  expect((await ada(['doctor', '--json'], { environment: NPX })).out).not.toContain('npx')
  expect((await run(['approve', '--help'], { environment: NPX })).out).toMatch(
    /type `npx leeway` where it says `leeway`/,
  )
  expect((await run(['--help'])).out).not.toContain('where it says')
})

test('what an agent wrote is shown as it wrote it', async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--name', 'ada'])
  const agent = await folder.agent()
  await agent.gate({ kind: 'tool', tool: 'run', args: { line: 'leeway approve chk_1' } }).catch(() => undefined)
  const [held] = await folder.waiting(ada)
  const shown = await ada(['checkpoints', 'show', held?.id ?? ''], { environment: NPX })
  expect(shown.out).toContain('"line": "leeway approve chk_1"')
})
