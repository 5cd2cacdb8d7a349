import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkTypes } from './package-types.ts'
import { mustRun, ROOT } from './run-tool.ts'

/** Packs the package as `npm publish` would, lets two judges look at it, and starts what a user would install. */
const folder = mkdtempSync(join(tmpdir(), 'leeway-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

mustRun('npm', 'pack', '--silent', '--pack-destination', folder)
const [file = 'no archive'] = globSync('*.tgz', { cwd: folder })
const archive = join(folder, file)
mustRun('publint', 'run', archive, '--strict')
mustRun('attw', archive, '--profile', 'esm-only')
checkTypes(archive, join(folder, 'project'))

// Unpacked away from the sources, with our dependencies beside it: a file left out of the package is missed here.
mustRun('tar', '-xzf', archive, '-C', folder)
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
mustRun('node', '--input-type=module', '-e', `await import(${JSON.stringify(join(folder, 'package/dist/index.js'))})`)
const program = join(folder, 'package/dist/cli/main.js')
// The second start runs what the first has compiled.
for (const _ of ['first', 'second']) mustRun('node', program, 'policy', 'standard')
const main = JSON.stringify(program)
const kept = join(folder, 'kept')
mkdirSync(kept)

// The binary of the database stays in its own package, and is found from the bundled command.
const keeps = `import { spawnSync } from 'node:child_process'
const env = { ...process.env, XDG_CONFIG_HOME: ${JSON.stringify(join(folder, 'home'))} }
const { status, stderr } = spawnSync(process.execPath, [${main}, 'login', '--name', 'ada'], { cwd: ${JSON.stringify(kept)}, env })
if (status !== 0) throw new Error(String(stderr))`
mustRun('node', '--input-type=module', '-e', keeps)

// A long stream is answered by threads, which are programs of their own.
const answersAll = `import { spawnSync } from 'node:child_process'
const lines = '{"policy":"standard","gate":{"kind":"completion"}}\\n'.repeat(50_000)
const { stdout } = spawnSync(process.execPath, [${main}, 'decide'], { input: lines, maxBuffer: 1e9 })
if (new Set(String(stdout).trimEnd().split('\\n')).size !== 1) throw new Error('The answers to one question differ.')`
mustRun('node', '--input-type=module', '-e', answersAll)

// Help that lies in one file with a command is read together with all that the command needs.
const readsLittle = `import fs from 'node:fs'
let bytes = 0
const read = fs.readFileSync
fs.readFileSync = (...args) => {
  const text = read(...args)
  bytes += text.length
  return text
}
process.on('exit', () => {
  if (bytes <= 50_000) return
  console.error('Help reads ' + bytes + ' bytes of code.')
  process.exitCode = 1
})
process.argv[2] = '--help'
await import(${main})`
mustRun('node', '--input-type=module', '-e', readsLittle)

// An old Node is told so in a sentence. What it can't even read would come before the sentence, so the code is written for it.
const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
for (const entry of ['index.js', 'client/index.js', 'adapters/ai-sdk/index.js']) {
  const told = `${pretend}; await import(${JSON.stringify(join(folder, 'package/dist', entry))}).catch((error) => {
  if (!/needs Node 24 or newer/.test(error.message)) throw error
  process.exit(0)
}); process.exit(1)`
  mustRun('node', '--input-type=module', '-e', told)
}
// There the client says so itself, and where there is no Node at all it runs.
const noNode = `delete globalThis.process; await import(${JSON.stringify(join(folder, 'package/dist/client/index.js'))})`
mustRun('node', '--input-type=module', '-e', noNode)
console.log(`${file} is fit to publish`)
