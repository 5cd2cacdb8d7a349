import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROPERTY_RUNS } from './properties/runs.ts'
import { ROOT, runTool } from './run-tool.ts'

/**
 * Runs every property with many cases and fresh seeds: `npm run properties -- [cases each] [file filter …]`. As many
 * properties as there are, the usual number gives more than a million cases in all.
 */
const [first = '', ...rest] = process.argv.slice(2)
const hasCount = /^[\d_]+$/.test(first)
const cases = hasCount ? first.replaceAll('_', '') : '20000'
const filters = hasCount || first === '' ? rest : [first, ...rest]

const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT })
  .filter((file) => /from 'fast-check'/.test(readFileSync(join(ROOT, file), 'utf8')))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))

if (files.length === 0) {
  console.error('No test file with a property matches.')
  process.exit(1)
}
console.log(`${files.length} files with properties, ${Number(cases).toLocaleString('en')} cases each property`)
const { ok } = runTool('vitest', ['run', ...files], { live: true, env: { [PROPERTY_RUNS]: cases } })
process.exitCode = ok ? 0 : 1
