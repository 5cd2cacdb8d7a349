import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { run } from '../testing/fake-io.ts'
import { SUMMARIES } from './command-list.ts'
import { COMMANDS } from './commands.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

test.for([[[]], [['help']], [['--help']], [['-h']]] as const)('%j lists every command', async ([argv]) => {
  const { out, code } = await run(argv)
  expect(code).toBe(0)
  for (const [name, summary] of SUMMARIES) expect(out).toContain(`\n  ${name.padEnd(15)}  ${summary}\n`)
})

test.for([...COMMANDS.keys()])('%s tells how to call it, on a page of 120 columns', async (name) => {
  const { out, code } = await run([name, '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^leeway ${name}`))
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  expect((await run(['help', name])).out).toBe(out)
})

test.for([...COMMANDS.keys()].filter((name) => name !== 'decide' && name !== 'compare'))(
  'the help of %s has an example',
  async (name) => {
    expect((await run([name, '--help'])).out).toContain('Example:  ')
  },
)

test.for([...COMMANDS.keys()])('%s refuses an option that nobody knows', async (name) => {
  const { out, err, code } = await run([name, '--no-such-thing'])
  expect({ out, code }).toEqual({ out: '', code: 2 })
  expect(err).toContain(`See \`leeway ${name} --help\`.`)
})

test('an unknown command is told with the nearest', async () => {
  expect(await run(['decied'])).toEqual({
    code: 2,
    out: '',
    err: 'leeway: there is no command "decied". Did you mean "decide"?\nSee `leeway --help`.\n',
  })
})

test('what is told back cannot act on the terminal', async () => {
  for (const argv of [['\u001b[2J'], ['policy', '\u001b[2J'], ['policy', '--\u001b[2J'], ['validate', '\u001b[2J']]) {
    const { out, err } = await run(argv)
    expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  }
})

test.for(['help', '--help', '-h'])('%s for a command that nobody knows is told with the nearest', async (help) => {
  expect(await run([help, 'decied'])).toEqual({
    code: 2,
    out: '',
    err: 'leeway: there is no command "decied". Did you mean "decide"?\nSee `leeway --help`.\n',
  })
})

test.for(['--version', '-v'])('%s tells the version of the package', async (option) => {
  expect(await run([option])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
})

test('an argument for a command that takes none is refused', async () => {
  const { err, code } = await run(['decide', 'requests.jsonl'])
  expect(code).toBe(2)
  expect(err).toMatch(/^"requests\.jsonl" is too much: this command takes options only\.\n/)
})
