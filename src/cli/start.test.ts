import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What a process has loaded once it has a module: addresses of files, and names of Node's own parts. */
function loadedBy(module: string): readonly string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const files = []
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL(module, import.meta.url))})
    console.log(JSON.stringify([...files, ...process.moduleLoadList]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return JSON.parse(said) as readonly string[]
}

/** What a start has no use for, by a part of its name. */
const LATER = {
  'what reads YAML': /node_modules\/yaml\/|strict-yaml/,
  'the schemas of operations': /src\/api\/operations/,
  'the schemas of what is kept and shown':
    /src\/model\/(pull|checkpoint|review-thread|job|decision|content|document)\.ts/,
  'the schemas of files that a project may have': /src\/config\/(project|tenant)-file|declared-heuristic/,
  'the handlers of operations': /src\/server\/handlers\/(?!desk-of)/,
  'programs of jobs': /src\/sdk\/program\/programs/,
  'what speaks to forges': /src\/hosts\/git/,
  'what checks passkeys': /simplewebauthn/,
  'the demo': /demo-agent/,
}

test.for(Object.entries(LATER))('a server is there before %s is loaded', ([, name]) => {
  expect(loadedBy('./commands/up.ts').filter((loaded) => name.test(loaded))).toEqual([])
})

test('a command that looks at what is kept loads no server', () => {
  const loaded = loadedBy('./commands/checkpoints.ts')
  expect(
    loaded.filter((one) =>
      /src\/(server\/serve|open-server|model\/(pull|checkpoint))\.ts|undici|strict-yaml/.test(one),
    ),
  ).toEqual([])
})

test('help loads no command', () => {
  expect(loadedBy('./run-cli.ts').filter((one) => /src\/cli\/commands\/|node_modules/.test(one))).toEqual([])
})
