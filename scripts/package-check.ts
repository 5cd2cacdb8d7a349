import { globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, ROOT } from './run-tool.ts'

/** Packs the package as `npm publish` would, lets two judges look at it, and starts what a user would install. */
const folder = mkdtempSync(join(tmpdir(), 'leeway-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

mustRun('npm', 'pack', '--silent', '--pack-destination', folder)
const [file = 'no archive'] = globSync('*.tgz', { cwd: folder })
const archive = join(folder, file)
mustRun('publint', 'run', archive, '--strict')
mustRun('attw', archive, '--profile', 'esm-only')

// Unpacked away from the sources, with our dependencies beside it: a file left out of the package is missed here.
mustRun('tar', '-xzf', archive, '-C', folder)
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
mustRun('node', '--input-type=module', '-e', `await import(${JSON.stringify(join(folder, 'package/dist/index.js'))})`)
mustRun('node', join(folder, 'package/dist/cli/main.js'), 'policy', 'standard')

// Help that lies in one file with a command is read together with all that the command needs.
const readsLittle = `import { registerHooks } from 'node:module'
let bytes = 0
registerHooks({ load: (url, context, next) => {
  const loaded = next(url, context)
  bytes += loaded.source?.length ?? 0
  return loaded
} })
process.on('exit', () => {
  if (bytes <= 50_000) return
  console.error('Help reads ' + bytes + ' bytes of code.')
  process.exitCode = 1
})
process.argv[2] = '--help'
await import(${JSON.stringify(join(folder, 'package/dist/cli/main.js'))})`
mustRun('node', '--input-type=module', '-e', readsLittle)

// An old Node is told so in a sentence. What it can't even read would come before the sentence, so the code is written for it.
const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
const told = `${pretend}; await import(${JSON.stringify(join(folder, 'package/dist/index.js'))}).catch((error) => {
  if (!/needs Node 24 or newer/.test(error.message)) throw error
  process.exit(0)
}); process.exit(1)`
mustRun('node', '--input-type=module', '-e', told)
console.log(`${file} is fit to publish`)
