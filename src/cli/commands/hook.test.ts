import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CheckpointId } from '../../model/ids.ts'
import { run } from '../../testing/fake-io.ts'
import { aClaudeCall, aHookFolder } from '../../testing/hook-folder.ts'
import { aServedHouse } from '../../testing/served-house.ts'

const SLOW = { timeout: 60_000 }

test('a call that the policy allows runs, as often as it is made', SLOW, async () => {
  const { hook } = await aHookFolder()
  const read = { tool_name: 'Read', tool_input: { file_path: '/project/a.ts' } }
  const said = await Promise.all([1, 2].map((n) => hook(aClaudeCall({ ...read, tool_use_id: `toolu_${n}` }))))
  for (const one of said) expect(one).toMatchObject({ code: 0, err: '', decision: 'allow', updatedInput: undefined })
})

test(
  'a call that nobody answers in time is refused, and an approval is taken up once by the same call',
  SLOW,
  async () => {
    const { root, ada, hook, held } = await aHookFolder()
    const args = ['--root', root, '--wait', '1']
    const first = await hook(aClaudeCall({ tool_use_id: 'toolu_1' }), { args })
    const { id, hash } = await held()
    expect(first).toMatchObject({ code: 0, decision: 'deny', reason: expect.stringContaining(`leeway approve ${id}`) })

    await ada(['approve', id, ...hash])
    const inOtherWords = { command: 'git push', description: 'Try to push once more' }
    const again = await hook(aClaudeCall({ tool_use_id: 'toolu_2', tool_input: inOtherWords }), { args })
    expect(again).toMatchObject({ code: 0, decision: 'allow', reason: 'Leeway: ada approved it.' })

    const third = await hook(aClaudeCall({ tool_use_id: 'toolu_3' }), { args })
    expect(third.decision).toBe('deny')
    expect((await held()).id).not.toBe(id)
  },
)

test('an approval is for the command, the folder and the session that were approved', SLOW, async () => {
  const { root, ada, hook, held } = await aHookFolder()
  const args = ['--root', root, '--wait', '1']
  await hook(aClaudeCall({ tool_use_id: 'toolu_1' }), { args })
  const { id, hash } = await held()
  await ada(['approve', id, ...hash])
  const others = await Promise.all([
    hook(aClaudeCall({ tool_use_id: 'toolu_2', tool_input: { command: 'git push --force' } }), { args }),
    hook(aClaudeCall({ tool_use_id: 'toolu_3', cwd: '/elsewhere' }), { args }),
    hook(aClaudeCall({ tool_use_id: 'toolu_4', session_id: 'another' }), { args }),
  ])
  expect(others.map(({ decision }) => decision)).toEqual(['deny', 'deny', 'deny'])
})

test('a call that waits goes on with the arguments that a person gave it', SLOW, async () => {
  const { ada, hook, held } = await aHookFolder()
  const asked = hook(aClaudeCall())
  const { id, hash } = await held()
  await ada(['edit', id, ...hash, '--args', '{"command":"git push --dry-run"}'])
  expect(await asked).toMatchObject({
    code: 0,
    decision: 'allow',
    updatedInput: { command: 'git push --dry-run', description: 'Push the branch' },
  })
})

test("a person's no reaches the agent with its reason, and holds", SLOW, async () => {
  const { ada, hook, held } = await aHookFolder()
  const asked = hook(aClaudeCall())
  await ada(['reject', (await held()).id, '--reason', 'Not on a Friday.'])
  expect(await asked).toMatchObject({ code: 0, decision: 'deny', reason: expect.stringContaining('Not on a Friday.') })
  const again = await hook(aClaudeCall({ tool_use_id: 'toolu_02' }))
  expect(again).toMatchObject({ decision: 'deny', reason: expect.stringContaining('Not on a Friday.') })
})

test('two equal calls at once never share one approval', SLOW, async () => {
  const { root, ada, hook, held, waiting } = await aHookFolder()
  const args = ['--root', root, '--wait', '50']
  const both = ['toolu_1', 'toolu_2'].map((tool_use_id) => hook(aClaudeCall({ tool_use_id }), { args }))
  const { id, hash } = await held()
  await ada(['approve', id, ...hash])
  let isOver = false
  const all = Promise.all(both).finally(() => {
    isOver = true
  })
  // The other call is told that the yes is gone, or held as a question of its own, by which of them was first.
  while (!isOver) for (const other of await waiting(ada)) await ada(['reject', other.id, '--reason', 'Once is enough.'])
  expect((await all).map(({ decision }) => decision).toSorted()).toEqual(['allow', 'deny'])
})

test("the agent's own dialog is only asked where it is known to ask a person", SLOW, async () => {
  const { root, ada, hook, waiting } = await aHookFolder()
  const args = ['--root', root, '--wait', '1', '--on-hold', 'ask']
  expect(await hook(aClaudeCall(), { args })).toMatchObject({ code: 0, decision: 'ask' })
  expect(await waiting(ada)).toEqual([])
  const bypassing = aClaudeCall({ tool_use_id: 'toolu_2', permission_mode: 'bypassPermissions' })
  expect((await hook(bypassing, { args })).decision).toBe('deny')
})

test('whatever is no call, or can not be asked, ends in the code that blocks', SLOW, async () => {
  const { root, homes, hook } = await aHookFolder()
  await writeFile(join(homes, 'leeway.db'), 'no database')
  const said = await Promise.all([
    hook(''),
    hook('{"hook_event_name":"PreToolUse"'),
    hook(Buffer.from([0xff, 0xfe, 0x7b])),
    hook(aClaudeCall(), { args: ['--root', homes] }),
    hook(aClaudeCall(), { args: ['--wat'] }),
    hook(aClaudeCall(), { args: ['--url', 'http://127.0.0.1:9', '--wait', '1'] }),
    hook(aClaudeCall(), { args: ['--root', root], env: { LEEWAY_DEFAULT_AUTONOMY: 'no-such-preset' } }),
  ])
  for (const { code, out, err } of said) {
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/\S[.?]\n/)
  }
})

test('a hook sends no token in the clear, and none to what is no address', SLOW, async () => {
  const { hook } = await aHookFolder()
  const env = { LEEWAY_TOKEN: 'lwa_x' }
  const clear = { code: 2, out: '', err: expect.stringMatching(/in the clear[^]*--proxy/) }
  expect(await hook(aClaudeCall(), { args: ['--url', 'http://leeway.example'], env })).toMatchObject(clear)
  const said = { ...env, LEEWAY_URL: 'http://leeway.example' }
  expect(await hook(aClaudeCall(), { args: [], env: said })).toMatchObject(clear)
  const none = { code: 2, out: '', err: expect.stringContaining('"notaurl" is no address of a server, such as') }
  expect(await hook(aClaudeCall(), { args: ['--url', 'notaurl'], env })).toMatchObject(none)
})

test('an agent whose people are elsewhere asks the server', SLOW, async () => {
  const { url, tokens, as } = await aServedHouse()
  const { hook } = await aHookFolder()
  const more = { args: ['--url', url, '--agent', 'scout', '--wait', '20'], env: { LEEWAY_TOKEN: tokens.agent } }
  const asked = hook(aClaudeCall({ tool_name: 'send', tool_input: { to: 'bob' } }), more)
  const reviewer = as('reviewer')
  const held = async () => (await reviewer.call('list_checkpoints', {})).rows[0]
  await expect.poll(held, { timeout: 20_000 }).toBeDefined()
  const { id = '', content_hash = '' } = (await held()) ?? {}
  const review = { answer: 'approve' } as const
  await reviewer.call('answer_checkpoint', { checkpoint: CheckpointId.parse(id), content_hash, review })
  expect(await asked).toMatchObject({ code: 0, decision: 'allow', reason: 'Leeway: rob approved it.' })
  expect(await hook(aClaudeCall(), { ...more, env: { LEEWAY_TOKEN: 'lwa_wrong' } })).toMatchObject({ code: 2, out: '' })
})

test('a call that was left at the server takes its answer up there when it is made again', SLOW, async () => {
  const { url, tokens, answerAll } = await aServedHouse()
  const { hook } = await aHookFolder()
  const more = { args: ['--url', url, '--agent', 'scout', '--wait', '1'], env: { LEEWAY_TOKEN: tokens.agent } }
  const send = { tool_name: 'send', tool_input: { to: 'bob' } }
  expect((await hook(aClaudeCall({ ...send, tool_use_id: 'toolu_1' }), more)).decision).toBe('deny')
  expect(await answerAll({ answer: 'approve' })).toBe(1)
  expect((await hook(aClaudeCall({ ...send, tool_use_id: 'toolu_2' }), more)).decision).toBe('allow')
  expect((await hook(aClaudeCall({ ...send, tool_use_id: 'toolu_3' }), more)).decision).toBe('deny')
})

test('a hook that is ended before it has an answer blocks', SLOW, async () => {
  const { hook, held } = await aHookFolder()
  const child = Promise.withResolvers<ChildProcess>()
  const asked = hook(aClaudeCall(), { started: child.resolve })
  await held()
  ;(await child.promise).kill('SIGTERM')
  expect(await asked).toMatchObject({ code: 2, out: '' })
})

test('a stopped house and the kill switch block', SLOW, async () => {
  const { ada, hook } = await aHookFolder()
  await ada(['kill-switch', 'on', '--agent', 'claude', '--reason', 'Enough.'])
  const said = await hook(aClaudeCall({ tool_name: 'Read', tool_input: { file_path: '/project/a.ts' } }))
  expect(said).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Enough.') })
})

const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`

test.for([
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['two calls', `${aClaudeCall()}\n${aClaudeCall()}`],
  ['another event', aClaudeCall({ hook_event_name: 'PostToolUse' })],
  ['no event', aClaudeCall({ hook_event_name: undefined })],
  ['no session', aClaudeCall({ session_id: undefined })],
  ['an empty session', aClaudeCall({ session_id: '' })],
  ['a long session', aClaudeCall({ session_id: 'x'.repeat(10_000) })],
  ['no tool', aClaudeCall({ tool_name: undefined })],
  ['a tool that is a number', aClaudeCall({ tool_name: 7 })],
  ['an empty tool', aClaudeCall({ tool_name: '' })],
  ['arguments that are a text', aClaudeCall({ tool_input: 'rm -rf /' })],
  ['arguments that are a list', aClaudeCall({ tool_input: ['rm'] })],
  ['arguments that are null', aClaudeCall({ tool_input: null })],
  ['no arguments', aClaudeCall({ tool_input: undefined })],
  ['no folder', aClaudeCall({ cwd: undefined })],
  ['a call id that is an object', aClaudeCall({ tool_use_id: {} })],
  ['a key twice', aClaudeCall().replace('"tool_name":"Bash"', '"tool_name":"Read","tool_name":"Bash"')],
  ['a key of the prototype', aClaudeCall().replace('"command"', '"__proto__"')],
  ['half a character', aClaudeCall().replace('git push', '\\ud800')],
  ['bottomless nesting', aClaudeCall().replace('"git push"', DEEP)],
  ['more than anybody reads', aClaudeCall({ tool_input: { content: 'x'.repeat(2_000_000) } })],
  ['a literal secret', aClaudeCall({ tool_input: { command: `curl -H ghp_${'a1B2'.repeat(9)}` } })],
] as const)('%s is blocked', async ([, input]) => {
  const { root } = await aHookFolder()
  const { code, out, err } = await run(['hook', 'claude', '--root', root], { folder: root, input })
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).not.toBe('')
})
