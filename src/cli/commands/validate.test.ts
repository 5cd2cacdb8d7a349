import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

const SOUND = {
  'leeway.yaml':
    'autonomy: partial\nceilings: { users: { ann: guided } }\nthreads: { default_autonomy_composition: hands_off }\n',
  'leeway/presets/team/careful.yaml':
    'sentence: We look.\npolicy: { preset: jobs/dependent, frames: { enabled_heuristics: [tired] } }\n',
  'leeway/heuristics/tired.yaml':
    'name: tired\nfor: pop\nabout: Long.\npoints: [{ signal: tokenCount, over: 9, add: 50 }]\n',
  'leeway/agents/coder.yaml': 'about: Codes.\nautonomy: careful\n',
  'leeway/tenants/acme.yaml': 'id: acme\nname: Acme\nworkers: { coder: { autonomy: manual } }\n',
}

test('everything of a sound project is looked at and nothing is found', async () => {
  const folder = await aProject(SOUND)
  expect(await run(['validate'], { folder })).toEqual({ code: 0, out: '✓ 5 files, 0 errors, 0 warnings\n', err: '' })
})

test('of a folder that is a project only what is ours is looked at', async () => {
  const folder = await aProject({ ...SOUND, 'package.json': '{ "name": "mine" }', 'data/rows.json': '[1]' })
  expect(await run(['validate', '.'], { folder })).toMatchObject({ code: 0, out: '✓ 5 files, 0 errors, 0 warnings\n' })
  expect(await run(['validate', 'data'], { folder })).toMatchObject({ code: 1 })
})

test('a project is validated with its own presets, also from another folder', async () => {
  const outer = await aProject({
    ...Object.fromEntries(Object.entries(SOUND).map(([path, text]) => [`inner/${path}`, text])),
    'alone.yaml': 'preset: team/careful\n',
  })
  expect(await run(['validate', 'inner'], { folder: outer })).toMatchObject({ code: 0 })
  expect(await run(['validate', 'inner/leeway/agents/coder.yaml'], { folder: outer })).toMatchObject({ code: 0 })
  expect(await run(['validate', 'alone.yaml'], { folder: outer })).toMatchObject({ code: 1 })
})

test('all mistakes of all files are told with their lines', async () => {
  const folder = await aProject({
    ...SOUND,
    'leeway.yaml':
      'autonomy: partal\nceilings:\n  global: { budget_usd: -1, warning_tolerance: hihg }\n  users: { ann: { preset: guidd } }\nthreads: { default_autonomy_composition: hands_of }\n',
    'leeway/presets/team/careful.yaml':
      'sentence: x\npolicy:\n  budgt_usd: 3\n  delegable: { preset: nothing_like_it }\n',
    'leeway/presets/team/deaf.yaml': 'sentence: x\npolicy: { frames: { enabled_heuristics: [tired, complexty] } }\n',
    'leeway/tenants/acme.yaml': 'id: acme\nname: Acme\nworkers:\n  coder: { autonomy: manul }\n',
    'leeway/heuristics/duration.yaml':
      'name: duration\nfor: pop\nabout: Long.\npoints: [{ signal: tokenCount, over: 9, add: 50 }]\n',
  })
  const { out, code } = await run(['validate'], { folder })
  expect(code).toBe(1)
  const told = out.split('\n').map((line) => /^(\S+): [^"]*"?([^"]*)/.exec(line)?.slice(1).join(' ') ?? line)
  expect(told).toEqual([
    'leeway.yaml:1:1 partal',
    'leeway.yaml:3:13 ',
    'leeway.yaml:3:29 hihg',
    'leeway.yaml:4:19 guidd',
    'leeway.yaml:5:12 hands_of',
    'leeway/heuristics/duration.yaml:1:1 duration',
    'leeway/presets/team/careful.yaml:3:3 budgt_usd',
    'leeway/presets/team/careful.yaml:4:16 nothing_like_it',
    'leeway/presets/team/deaf.yaml:2:49 complexty',
    'leeway/tenants/acme.yaml:4:12 manul',
    '✗ 7 files, 10 errors, 0 warnings',
    '',
  ])
  expect(out).toContain('leeway.yaml:3:13: -1 is too small: at least 0.\n')
  expect(out).toContain('There is no preset "partal". Did you mean "partial"?\n')
})

test('on a terminal the line is shown with a mark, and a look-alike letter is written out', async () => {
  const folder = await aProject({ 'leeway/agents/a.yaml': 'about: x\n\u0430utonomy: full\n' })
  const { out } = await run(['validate'], { folder, columns: 80, environment: { NO_COLOR: '1' } })
  expect(out).toContain(
    'leeway/agents/a.yaml:2:1: Unknown key "\\u0430utonomy". Did you mean "autonomy"?\n    2 │ \\u0430utonomy: full\n      │ ^\n',
  )
})

test('a long line is shown around the mistake', async () => {
  const folder = await aProject({ 'own.yaml': `{ require_approval_for: [${'a, '.repeat(80)}b], wrong: 1 }\n` })
  const { out } = await run(['validate', 'own.yaml'], { folder, columns: 60, environment: { NO_COLOR: '1' } })
  const [, shown = '', mark = ''] = out.split('\n')
  expect(shown.length).toBeLessThanOrEqual(60)
  expect(shown.slice(mark.indexOf('^'))).toMatch(/^wrong: 1 }/)
})

test('an invisible character is a warning, not an error', async () => {
  const folder = await aProject({ 'own.yaml': '# \u202e\nbudget_usd: 1\n' })
  const { out, code } = await run(['validate', 'own.yaml'], { folder })
  expect(code).toBe(0)
  expect(out).toBe(
    'own.yaml:1:3: warning: Line 1 holds the invisible character \\u202e and may not be what it looks like.\n✓ 1 file, 0 errors, 1 warning\n',
  )
})

test.for([
  ['policy', 'sentence: x\npolicy: {}\n', /Unknown key "sentence"/],
  ['preset', 'budget_usd: 1\n', /The key "sentence" is missing/],
  ['agent', 'autonomy: full\n', /The key "about" is missing/],
  ['tenant', 'name: x\n', /The key "id" is missing/],
  ['project', 'ceiling: {}\n', /Unknown key "ceiling"\. Did you mean "ceilings"/],
  ['heuristic', 'name: x\nfor: push\nabout: x\npoints: []\n', /too small/],
  ['todos', 'phase: { number: 1, type: strategic }\n', /The key "todos" is missing/],
] as const)('a file can be taken as a %s wherever it is', async ([kind, text, message]) => {
  const folder = await aProject({ 'odd.yaml': text })
  const { out, code } = await run(['validate', 'odd.yaml', '--as', kind], { folder })
  expect(out).toMatch(message)
  expect(code).toBe(1)
})

test('the todos of a workspace are known by their name, and each mistake has its line', async () => {
  const head = 'phase: { number: 2, type: tactical }\ntodos:\n'
  const folder = await aProject({
    'todos.yaml': `${head}  - { id: todo_1, text: Read the contract }\n`,
    'work/todos.yaml': `${head}  - id: todo_1\n    text: Read the contract\n    status: finished\n`,
  })
  expect(await run(['validate', 'todos.yaml'], { folder })).toMatchObject({ code: 0 })
  const { out, code } = await run(['validate', 'work'], { folder })
  expect(out).toMatch(
    /^work\/todos\.yaml:5:\d+: "finished" is not known here\. Choose one of: pending, in_progress, completed/,
  )
  expect(code).toBe(1)
})

test('presets that refer to each other are found', async () => {
  const folder = await aProject({
    'leeway/presets/one.yaml': 'sentence: x\npolicy: { preset: two }\n',
    'leeway/presets/two.yaml': 'sentence: x\npolicy: { preset: one }\n',
  })
  expect((await run(['validate', 'leeway/presets/one.yaml'], { folder })).out).toMatch(/refer to each other/)
})

test('mistakes that no file has alone are found too', async () => {
  const folder = await aProject({
    'leeway/tenants/a.yaml': 'id: acme\nname: A\n',
    'leeway/tenants/b.yaml': 'id: acme\nname: B\n',
  })
  const { out, code } = await run(['validate'], { folder })
  expect(out).toMatch(/leeway\/tenants\/b\.yaml:1:1: The tenant "acme" is already in/)
  expect(code).toBe(1)
})

test('as data every mistake has its code, its path and its place', async () => {
  const folder = await aProject({ 'own.yaml': 'budget_usd: no\n' })
  const { out, code } = await run(['validate', 'own.yaml', '--json'], { folder })
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    files: [{ file: 'own.yaml', kind: 'policy', errors: [{ path: '/budget_usd', file: 'own.yaml', line: 1 }] }],
    errors: 1,
    warnings: 0,
  })
})

test.for([
  ['a file that is not there', ['nope.yaml'], /There is no file/, 1],
  ['a device without end', ['/dev/zero'], /larger than 1 MiB/, 1],
  ['a file of 50 MB', ['huge.yaml'], /larger than 1 MiB/, 1],
  ['bytes that are no text', ['bytes.yaml'], /not UTF-8/, 1],
] as const)('%s is refused unread', async ([, files, message, code]) => {
  const folder = await aProject({})
  await writeFile(join(folder, 'huge.yaml'), 'a')
  await truncate(join(folder, 'huge.yaml'), 50 * 1024 * 1024)
  await writeFile(join(folder, 'bytes.yaml'), Buffer.from([0x61, 0xff, 0xfe]))
  const said = await run(['validate', ...files], { folder })
  expect(said.out).toMatch(message)
  expect(said.code).toBe(code)
})

test('where there is nothing to look at, that is said', async () => {
  const folder = await aProject({})
  await mkdir(join(folder, 'empty'))
  expect(await run(['validate'], { folder })).toMatchObject({ code: 2, out: '' })
  expect(await run(['validate', 'empty'], { folder })).toMatchObject({ code: 2, out: '' })
  expect((await run(['validate', '--as', 'polcy'], { folder })).err).toContain('here')
})

test('a folder with a slip in its name is told once, and its files are taken for what they were meant to be', async () => {
  const folder = await aProject({
    'leeway/preset/team/careful.yaml': 'sentence: x\npolicy: {}\n',
    'leeway/preset/team/wrong.yaml': 'sentence: x\npolicy: { budgt_usd: 1 }\n',
    'leeway/policies/own.yaml': 'budget_usd: 1\n',
  })
  const told = 'leeway/preset: The folder "leeway/preset" is not read. Did you mean "leeway/presets"?\n'
  const all = await run(['validate'], { folder })
  expect(all.code).toBe(1)
  expect(all.out.split('\n').slice(1).join('\n')).toBe(`${told}✗ 3 files, 2 errors, 0 warnings\n`)
  expect(all.out).toMatch(/^leeway\/preset\/team\/wrong\.yaml:2:\d+: Unknown key "budgt_usd"/)
  const one = await run(['validate', 'leeway/preset/team/careful.yaml'], { folder })
  expect(one).toMatchObject({ code: 1, out: `${told}✗ 1 file, 1 error, 0 warnings\n` })
})

test('the mistakes of files and those of the whole are told at once', async () => {
  const folder = await aProject({
    'leeway.yaml': 'autonomi: partial\n',
    'leeway/presets/jobs/full.yaml': 'sentence: x\npolicy: {}\n',
    'leeway/tenants/a.yaml': 'id: acme\n',
  })
  const { out, code } = await run(['validate'], { folder })
  expect(code).toBe(1)
  expect(out).toMatch(/^leeway\.yaml:1:1: Unknown key "autonomi"/m)
  expect(out).toMatch(/^leeway\/tenants\/a\.yaml:1:1: The key "name" is missing/m)
  expect(out).toMatch(/^leeway\/presets\/jobs\/full\.yaml:1:1: The preset name "(jobs\/)?full" belongs to the product/m)
  expect(out).toContain('✗ 3 files, 3 errors, 0 warnings\n')
})

test('the example of the help finds presets where they are kept', async () => {
  const { out } = await run(['validate', '--help'])
  expect(out).toContain('leeway/presets/*/*.yaml')
})

test('a file behind a link is looked at like any other, because the product reads it', async () => {
  const folder = await aProject({ 'shared/coder.yaml': 'abot: x\n', 'leeway/agents/.gitkeep': '' })
  await symlink(join(folder, 'shared/coder.yaml'), join(folder, 'leeway/agents/coder.yaml'))
  const { code, out } = await run(['validate', 'leeway'], { folder })
  expect(code).toBe(1)
  expect(out).toContain('Did you mean "about"?')
})

test('a pattern that looks like a comparison is warned of at its line, and is no error', async () => {
  const rule = (amount: string) => `[{ match: { tool: pay, args: { amount: '${amount}' } }, then: deny }]`
  const folder = await aProject({
    'leeway/presets/team/payer.yaml': `sentence: x\npolicy:\n  rules: ${rule('>500')}\n  delegable: { rules: ${rule('!= 3')} }\n`,
    'leeway/agents/payer.yaml': `about: Pays.\nautonomy:\n  rules: ${rule('<= 3')}\n`,
  })
  const { out, code } = await run(['validate'], { folder })
  expect(code).toBe(0)
  expect(out).toMatch(/^leeway\/agents\/payer\.yaml:3:\d+: warning: The pattern "<= 3" looks like a comparison/m)
  expect(out).toMatch(/^leeway\/presets\/team\/payer\.yaml:3:\d+: warning: The pattern ">500" looks like/m)
  expect(out).toMatch(/^leeway\/presets\/team\/payer\.yaml:4:\d+: warning: The pattern "!= 3" looks like/m)
  expect(out).toContain('✓ 2 files, 0 errors, 3 warnings\n')
})

test('what looks like a comparison is decided as the text that it is', async () => {
  const folder = await aProject({
    'leeway/presets/team/payer.yaml': `sentence: x\npolicy: { rules: [{ match: { tool: pay, args: { amount: '>500' } }, then: deny }] }\n`,
  })
  const gate = { kind: 'tool', tool: 'pay', annotations: { readOnlyHint: true } }
  const lines = ['600', '>500'].map((amount) =>
    JSON.stringify({ policy: 'team/payer', gate: { ...gate, args: { amount } } }),
  )
  const { out } = await run(['decide'], { folder, input: lines.join('\n') })
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).verdict),
  ).toEqual(['allow', 'deny'])
})
