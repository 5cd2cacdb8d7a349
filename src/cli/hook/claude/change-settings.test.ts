import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { aHookFolder } from '../../../testing/hook-folder.ts'

const INSTALL = ['hook', 'claude', '--install']
const UNINSTALL = ['hook', 'claude', '--uninstall']

async function aSettingsFolder(text?: string) {
  const folder = await aHookFolder()
  const file = join(folder.root, '.claude', 'settings.json')
  await mkdir(dirname(file))
  if (text !== undefined) await writeFile(file, text)
  const ada = (argv: readonly string[]) => folder.ada(argv, { environment: { HOME: folder.homes } })
  return {
    ...folder,
    ada,
    file,
    read: async () => readFile(file, 'utf8'),
    parsed: async () => JSON.parse(await readFile(file, 'utf8')),
  }
}

test('the hook is written once, beside everything that is there, and taken back to the last byte', async () => {
  const text = `{
\t"model": "opus",
\t"hooks": {
\t\t"PostToolUse": [],
\t\t"PreToolUse": [
\t\t\t{
\t\t\t\t"matcher": "Bash",
\t\t\t\t"hooks": [
\t\t\t\t\t{
\t\t\t\t\t\t"type": "command",
\t\t\t\t\t\t"command": "./mine.sh"
\t\t\t\t\t}
\t\t\t\t]
\t\t\t}
\t\t]
\t}
}`
  const { root, ada, read, parsed } = await aSettingsFolder(text)
  expect(await ada(INSTALL)).toMatchObject({ code: 0 })
  expect(await ada([...INSTALL, '--wait', '30'])).toMatchObject({ code: 0 })
  const { model, hooks } = await parsed()
  expect(model).toBe('opus')
  expect(hooks.PreToolUse).toHaveLength(2)
  expect(hooks.PreToolUse[1]).toMatchObject({
    matcher: '*',
    hooks: [{ type: 'command', timeout: 90, onFailure: 'block' }],
  })
  expect(hooks.PreToolUse[1].hooks[0].command).toMatch(
    / hook claude --root "\$CLAUDE_PROJECT_DIR" --wait 30 \|\| exit 2$/,
  )
  expect(await readdir(join(root, '.claude'))).toEqual(['settings.json'])

  expect(await ada(UNINSTALL)).toMatchObject({ code: 0 })
  expect(await read()).toBe(text)
})

test('a file that held nothing else is gone when the hook is', async () => {
  const { root, ada } = await aSettingsFolder()
  await ada([...INSTALL, '--local'])
  expect(await readdir(join(root, '.claude'))).toEqual(['settings.local.json'])
  await ada([...UNINSTALL, '--local'])
  expect(await readdir(join(root, '.claude'))).toEqual([])
  expect(await ada(UNINSTALL)).toMatchObject({ code: 0 })
})

test("a person's own settings name the folder in which people answer, and links to them stay links", async () => {
  const { root, homes, ada } = await aSettingsFolder()
  const real = join(homes, 'dotfiles.json')
  const link = join(homes, '.claude', 'settings.json')
  await mkdir(dirname(link))
  await writeFile(real, '{}')
  await symlink(real, link)
  await ada([...INSTALL, '--user', '--agent', "ann's own"])
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const [group] = JSON.parse(await readFile(real, 'utf8')).hooks.PreToolUse
  expect(group.hooks[0].command).toContain(`hook claude --root ${root} --agent 'ann'\\''s own' || exit 2`)
})

test.for([
  ['half a file', '{"model": '],
  ['a key twice', '{"model": "a", "model": "b"}'],
  ['no object', '[]'],
  ['hooks that are a list', '{"hooks": []}'],
  ['a list of hooks that is none', '{"hooks": {"PreToolUse": {}}}'],
] as const)('settings that can not be written back whole are left alone: %s', async ([, text]) => {
  const { ada, read } = await aSettingsFolder(text)
  const { code, err } = await ada(INSTALL)
  expect(code).not.toBe(0)
  expect(err).not.toBe('')
  expect(await read()).toBe(text)
})

test('a server is written into the settings only where the way there is encrypted, or somebody says so', async () => {
  const { ada, read, file } = await aSettingsFolder()
  const clear = [...INSTALL, '--url', 'http://leeway.example']
  expect(await ada(clear)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('in the clear') })
  expect(await readdir(dirname(file))).toEqual([])
  expect(await ada([...clear, '--proxy'])).toMatchObject({ code: 0 })
  expect(await read()).toContain('--url http://leeway.example --proxy')
  expect(await ada([...INSTALL, '--url', 'https://leeway.example'])).toMatchObject({ code: 0 })
  expect(await read()).not.toContain('--proxy')
})

test('the doctor sends a canary through the installed hook, which is held and taken back', {
  timeout: 60_000,
}, async () => {
  const { ada, waiting } = await aSettingsFolder()
  expect(await hookFinding(ada)).toMatchObject({ ok: true, detail: expect.stringContaining('--install') })
  await ada(INSTALL)
  expect(await hookFinding(ada)).toMatchObject({ ok: true, detail: expect.stringContaining('a canary was held') })
  expect(await waiting(ada)).toEqual([])
  await ada(['kill-switch', 'on', '--all', '--reason', 'Enough.'])
  expect(await hookFinding(ada)).toMatchObject({ ok: false, detail: expect.stringContaining('Enough.') })
})

test.for(['settings.local.json', 'HOME'])(
  'the doctor names the other file that turns a hook off: %s',
  async (where) => {
    const { root, homes, ada } = await aSettingsFolder()
    await ada(INSTALL)
    const file = where === 'HOME' ? join(homes, '.claude', 'settings.json') : join(root, '.claude', where)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '{"disableAllHooks":true}')
    const detail = expect.stringContaining(`turned off by ${where === 'HOME' ? file : join('.claude', where)}`)
    expect(await hookFinding(ada)).toMatchObject({ ok: false, detail })
  },
)

/** How a hook in the settings can be less than it seems. */
const WEAKENED: readonly (readonly [
  name: string,
  parts: { top?: object; group?: object; handler?: object },
  said: string,
])[] = [
  ['turned off', { top: { disableAllHooks: true } }, 'turned off'],
  ['some tools only', { group: { matcher: 'Bash' } }, 'only gates "Bash"'],
  ['some calls only', { handler: { if: 'Bash(git *)' } }, 'some calls'],
  ['not waited for', { handler: { async: true } }, 'not waited for'],
  ['given up on too soon', { handler: { timeout: 60 } }, 'after 60 s'],
  ['more than Leeway', { handler: { command: 'touch pwned; leeway hook claude' } }, 'not tried'],
  ['open to a crash', { handler: { command: 'leeway hook claude', onFailure: 'continue' } }, 'A crash'],
]

test.for(WEAKENED)(
  'the doctor finds a hook that does not gate everything: %s',
  async ([, { top, group, handler }, said]) => {
    const { root, ada, file, parsed } = await aSettingsFolder()
    await ada(INSTALL)
    const { hooks } = await parsed()
    const [written] = hooks.PreToolUse
    const weak = { ...written, ...group, hooks: [{ ...written.hooks[0], ...handler }] }
    await writeFile(file, JSON.stringify({ ...top, hooks: { PreToolUse: [weak] } }))
    expect(await hookFinding(ada)).toMatchObject({ ok: false, detail: expect.stringContaining(said) })
    expect(await readdir(root)).not.toContain('pwned')
  },
)

test('a hook that was taken out is a note of the doctor, neither fine nor a fault, and says how to gate again', async () => {
  const { ada } = await aSettingsFolder()
  await ada(INSTALL)
  await ada(UNINSTALL)
  const { out } = await ada(['doctor'])
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    '! claude hook Claude Code is not gated in this folder. Gate it: leeway hook claude --install',
  )
})

async function hookFinding(ada: Awaited<ReturnType<typeof aSettingsFolder>>['ada']) {
  const { findings } = JSON.parse((await ada(['doctor', '--json'])).out)
  return findings.find(({ check }: { check: string }) => check === 'claude hook')
}
