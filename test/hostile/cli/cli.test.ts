import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harmless } from '../../../src/model/harmless.ts'
import { aDeskFolder } from '../../../src/testing/desk-folder.ts'
import { run } from '../../../src/testing/fake-io.ts'
import { aProject } from '../../../src/testing/project.ts'
import { HOSTILE_CALLS } from './cases.ts'

/** At once, because each waits for the disk. */
const LANES = 8

/** A folder with an administrator, and files that are no use. */
async function aFolder() {
  const folder = await aDeskFolder()
  await writeFile(join(folder.root, 'broken.json'), '{"a":')
  await writeFile(join(folder.root, 'huge.json'), `"${'a'.repeat(2 * 1024 * 1024)}"`)
  const ada = folder.person('ada')
  await ada(['login'])
  return { ...folder, ada }
}

test('every hostile command line ends with its exact code and sentence, and changes nothing', {
  timeout: 120_000,
}, async () => {
  const { ada } = await aFolder()
  const before = (await ada(['audit', '--json'])).out
  const wrong: unknown[] = []
  const left = HOSTILE_CALLS.values()
  const lane = async () => {
    for (const { argv, code, said, input } of left) {
      const { code: ended, err, out } = await ada(argv, input === undefined ? {} : { input })
      const [first] = err.split('\n')
      if (ended !== code || first !== said || out !== '')
        wrong.push({ argv: argv.map((arg) => arg.slice(0, 60)), ended, first, out })
      if (err.split('\n').some((line) => harmless(line) !== line)) wrong.push({ argv, err })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  expect(wrong).toEqual([])
  expect((await ada(['audit', '--json'])).out).toBe(before)
  expect(HOSTILE_CALLS.length).toBeGreaterThan(200)
})

test('where nothing is kept, each command says so and how to begin', async () => {
  const root = await aProject({})
  const commands = [
    ['checkpoints'],
    ['jobs'],
    ['audit'],
    ['approve', 'x'],
    ['open'],
    ['webhooks'],
    ['tokens'],
    ['passkeys'],
    ['people'],
    ['backup', 'x'],
  ]
  for (const [folder, argv] of [root, join(root, 'gone', 'away')].flatMap((at) =>
    commands.map((one) => [at, one] as const),
  )) {
    const said = `leeway ${argv[0]}: Nothing is kept here: neither ${folder} nor a folder above it has a .leeway.`
    expect(await run(argv, { folder })).toEqual({ code: 1, out: '', err: `${said}\nBegin here: leeway login\n` })
  }
})

test('a token that others can read, or that was damaged, proves nothing', async () => {
  const { ada, homes } = await aFolder()
  const box = join(homes, 'ada', 'leeway', 'credentials')
  const [name = ''] = await readdir(box)
  const file = join(box, name)
  for (const mode of [0o644, 0o640, 0o660, 0o666, 0o604, 0o602]) {
    await chmod(file, mode)
    const said = `leeway checkpoints: ${file} can be read by others, so it proves nothing. Sign in anew, or at least: chmod 600 ${file}\n`
    expect(await ada(['checkpoints'])).toEqual({ code: 1, out: '', err: said })
  }
  await chmod(file, 0o600)
  for (const text of ['', '{', '[]', '{"person":1}', '\u0000', 'x'.repeat(1_000_000)]) {
    await writeFile(file, text)
    const { code, out, err } = await ada(['checkpoints'])
    expect({ code, out, err: err.split('\n')[0] }).toEqual({
      code: 1,
      out: '',
      err: `leeway checkpoints: ${file} is damaged. Remove it and sign in again: leeway login --token-file FILE`,
    })
  }
})

test.for([
  ['mailer$(id) it', ` Did you mean "mailer$(id) it"? leeway kill-switch on --agent 'mailer$(id) it' --reason WHY`],
] as const)(
  'a name that is nearly the one that was halted does nothing to a terminal or a shell: %j',
  async ([agent, hint]) => {
    const { ada, agent: open } = await aFolder()
    await (await open({ agent })).job()
    const { code, err } = await ada([
      'kill-switch',
      'on',
      '--agent',
      `${agent.replace('\u001b', '')}s`,
      '--reason',
      'Stop.',
    ])
    expect(code).toBe(0)
    expect(err.trimEnd().endsWith(hint)).toBe(true)
    expect(harmless(err.trimEnd())).toBe(err.trimEnd())
  },
)
