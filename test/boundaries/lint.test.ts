import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the real linter with the real settings over planted files, and gives its findings as `file rule`. */
function lint(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format=json', 'src'], { cwd: folder, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const report: Report = JSON.parse(run.stdout)
  expect(report.number_of_files).toBe(Object.keys(files).length)
  expect(run.status).toBe(report.diagnostics.length === 0 ? 0 : 1)
  return report.diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted()
}

interface Report {
  readonly number_of_files: number
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[]
}

const BAD_THINKING = {
  'date-now.ts': 'export const a = Date.now()',
  'bare-date.ts': 'export const a = new Date()',
  'date-call.ts': 'export const a = Date()',
  'chance.ts': 'export const a = Math.random()',
  'environment.ts': 'export const a = process.env.HOME',
  'network.ts': `export const a = fetch('/')`,
  'timer.ts': 'export const a = setTimeout(() => {}, 1)',
  'files.ts': `import { readFileSync } from 'node:fs'\nexport const a = readFileSync`,
  'more-files.ts': `export { readFile } from 'node:fs/promises'`,
}

const THINKING = ['model', 'policy', 'frames', 'review', 'engine', 'api']

function plant(folders: readonly string[], files: Record<string, string>): Record<string, string> {
  const entries = folders.flatMap((folder) =>
    Object.entries(files).map(([name, text]) => [`src/${folder}/${name}`, text]),
  )
  return Object.fromEntries(entries)
}

test('thinking folders take time, chance, settings and files as arguments', () => {
  const expected = THINKING.flatMap((folder) => [
    `src/${folder}/bare-date.ts house(no-clock)`,
    `src/${folder}/chance.ts eslint(no-restricted-properties)`,
    `src/${folder}/date-call.ts house(no-clock)`,
    `src/${folder}/date-now.ts eslint(no-restricted-properties)`,
    `src/${folder}/environment.ts eslint(no-restricted-globals)`,
    `src/${folder}/files.ts eslint(no-restricted-imports)`,
    `src/${folder}/more-files.ts eslint(no-restricted-imports)`,
    `src/${folder}/network.ts eslint(no-restricted-globals)`,
    `src/${folder}/timer.ts eslint(no-restricted-globals)`,
  ])
  expect(lint(plant(THINKING, BAD_THINKING))).toEqual(expected.toSorted())
})

test('the same code is fine where the world is touched, and in tests', () => {
  const inTest = { 'src/policy/decide.test.ts': Object.values(BAD_THINKING)[0] ?? '' }
  expect(lint({ ...plant(['store'], BAD_THINKING), ...inTest })).toEqual([])
})

test('the caps on files, functions and parameters hold', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, n) => `  call(${n})\n`).join('')
  expect(
    lint({
      'src/store/long-file.ts': `import { call } from './call.ts'\n${lines(300)}`,
      'src/store/long-function.ts': `import { call } from './call.ts'\nexport function a(): void {\n${lines(49)}}\n`,
      'src/store/parameters.ts': 'export const a = (b: 1, c: 2, d: 3, e: 4): number => b + c + d + e',
      'src/store/any-type.ts': 'export const a = (b: any): unknown => b',
      'src/store/enumeration.ts': 'export enum Colour { red }',
      'src/store/default-export.ts': 'export default 1',
      'src/store/not_kebab.ts': 'export const a = 1',
      'src/store/sure.ts': 'export const a = (b?: string): string => b!',
    }),
  ).toEqual([
    'src/store/any-type.ts typescript(no-explicit-any)',
    'src/store/default-export.ts import(no-default-export)',
    'src/store/enumeration.ts house(no-enum)',
    'src/store/long-file.ts eslint(max-lines)',
    'src/store/long-function.ts eslint(max-lines-per-function)',
    'src/store/not_kebab.ts unicorn(filename-case)',
    'src/store/parameters.ts eslint(max-params)',
    'src/store/sure.ts typescript(no-non-null-assertion)',
  ])
})
