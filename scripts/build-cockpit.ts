import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, ROOT } from './run-tool.ts'

/** What the bundle is made of: a change in any of it makes another one. */
const SOURCES = [
  'cockpit/**/*.{ts,tsx,css,html,json,js,svg,txt}',
  'src/{api,client,model,review}/**/*.ts',
  'schemas/policy.schema.json',
  'package-lock.json',
] as const
const STAMP = join(ROOT, 'cockpit/dist/.built-from')

const files = globSync(SOURCES, { cwd: ROOT, exclude: ['cockpit/dist/**', '**/*.test.*'] }).sort()
const digest = hash('sha256', files.map((file) => `${file}\0${readFileSync(join(ROOT, file), 'base64')}`).join('\n'))

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest) {
  const start = performance.now()
  console.log('Building the cockpit, once…')
  mustRun('vite', 'build', 'cockpit', '--logLevel', 'warn', '--config', 'cockpit/vite.config.ts')
  writeFileSync(STAMP, digest)
  console.log(`The cockpit is built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
