import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkBoundaries } from '../../scripts/boundaries/check-boundaries.ts'
import { readSourceTree } from '../../scripts/boundaries/read-source-tree.ts'
import { FOLDERS } from '../../scripts/boundaries/rules.ts'

/** A small product in which every import is allowed; a test adds its own files to it. */
const SOUND = {
  'src/model/job.ts': `import * as z from 'zod'\nexport const Job = z.string()`,
  'src/policy/decide.ts': `import { Job } from '../model/job.ts'\nexport const decide = () => Job`,
  'src/policy/decide.test.ts': `import 'node:fs'\nimport { aJob } from '../testing/builders.ts'\nimport './decide.ts'`,
  'src/engine/ports.ts': `import type { Job } from '../model/job.ts'\nexport type Store = typeof Job`,
  'src/engine/apply.ts': `export const apply = 1`,
  'src/store/sqlite.ts': `import 'node:fs'\nimport type { Store } from '../engine/ports.ts'\nexport const open = (): Store => {}`,
  'src/search/index-text.ts': `export const search = 1`,
  'src/assistant/chat.ts': `import { search } from '../search/index-text.ts'`,
  'src/testing/builders.ts': `import { open } from '../store/sqlite.ts'\nexport const aJob = open`,
  'src/compose.ts': `export * from './store/sqlite.ts'\nexport * from './policy/decide.ts'`,
  'src/index.ts': `export * from './compose.ts'`,
  'src/cli/main.ts': `await import('../compose.ts')`,
  'cockpit/policies/form.ts': `import schema from '../../schemas/policy.schema.json' with { type: 'json' }\nexport const form = schema`,
  'cockpit/inbox/inbox.tsx': `import { Job } from '../../src/model/job.ts'\nexport const Inbox = () => <p>{Job}</p>`,
}

function judge(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return checkBoundaries(readSourceTree(root)).map(
    ({ file, line, rule, message }) => `${file}:${line} ${rule} ${message}`,
  )
}

test('a sound tree is accepted', () => {
  expect(judge(SOUND)).toEqual([])
})

// biome-ignore format: a table
test.for([
  ['direction', 'policy reaches for the command line', 'src/policy/a.ts',
    `import '../cli/main.ts'`, 'policy may import only itself, model, frames'],
  ['direction', 'a noun asks the policy', 'src/model/a.ts',
    `import { decide } from '../policy/decide.ts'`, 'model may import only itself.'],
  ['direction', 'the command line opens a store', 'src/cli/a.ts',
    `import '../store/sqlite.ts'`, 'Take the value as an argument'],
  ['direction', 'a store reaches past the ports', 'src/store/a.ts',
    `import '../engine/apply.ts'`, 'engine/ports.ts'],
  ['direction', 'one world folder uses another', 'src/notify/a.ts',
    `import '../search/index-text.ts'`, 'src/search/index-text.ts'],
  ['direction', 'the cockpit looks into the policy', 'cockpit/a.ts',
    `import '../src/policy/decide.ts'`, 'cockpit may import only'],
  ['direction', 'the product imports the cockpit', 'src/server/a.ts',
    `import '../../cockpit/inbox/inbox.tsx'`, 'cockpit/inbox/inbox.tsx'],
  ['direction', 'a test crosses folders', 'src/policy/a.test.ts',
    `import '../store/sqlite.ts'`, 'into test/'],
  ['direction', 'a dynamic import', 'src/policy/a.ts',
    `export const a = () => import('../cli/main.ts')`, 'src/cli/main.ts'],
  ['direction', 'a dynamic import in a template', 'src/policy/a.ts',
    'export const a = () => import(`../cli/main.ts`)', 'src/cli/main.ts'],
  ['direction', 'a type-only import', 'src/model/a.ts',
    `import type { decide } from '../policy/decide.ts'`, 'src/policy/decide.ts'],
  ['direction', 'an import inside a type', 'src/model/a.ts',
    `export type A = typeof import('../policy/decide.ts')`, 'src/policy/decide.ts'],
  ['direction', 'a re-export', 'src/model/a.ts',
    `export { decide } from '../policy/decide.ts'`, 'src/policy/decide.ts'],
  ['direction', 'a re-export of everything', 'src/model/a.ts',
    `export * from '../policy/decide.ts'`, 'src/policy/decide.ts'],
  ['direction', 'a required module', 'src/model/a.ts',
    `const a = require('../policy/decide.ts')`, 'src/policy/decide.ts'],
  ['pure', 'Node in a thinking folder', 'src/policy/a.ts',
    `import { readFileSync } from 'node:fs'`, 'world folder'],
  ['pure', 'Node without its prefix', 'src/model/a.ts',
    `import path from 'path'`, 'world folder'],
  ['testing', 'test helpers in the product', 'src/index.ts',
    `export * from './testing/builders.ts'`, 'only tests'],
  ['testing', 'a test imported by the product', 'src/policy/a.ts',
    `import './decide.test.ts'`, 'only tests'],
  ['unresolved', 'a file that does not exist', 'src/policy/a.ts',
    `import './missing.ts'`, 'src/policy/missing.ts'],
  ['unresolved', 'an import without its extension', 'src/policy/a.ts',
    `import './decide'`, 'ends in .ts'],
  ['outside', 'a file outside the sources', 'src/cli/a.ts',
    `import '../../package.json'`, 'relative path inside src'],
  ['outside', 'a file beside the schemas', 'cockpit/inbox/a.ts',
    `import '../../schemas/other.json'`, 'relative path inside src'],
  ['outside', 'the package by its own name', 'src/policy/a.ts',
    `import 'leeway'`, 'relative path inside src'],
  ['outside', 'an alias', 'src/policy/a.ts',
    `import '#cli'`, 'relative path inside src'],
  ['unknown-folder', 'a folder without a rule', 'src/helpers/a.ts',
    'export const a = 1', 'add a line there'],
  ['unknown-folder', 'a loose file at the root', 'src/a.ts',
    'export const a = 1', 'not one of the root files'],
  ['unreadable', 'a file that cannot be parsed', 'src/policy/a.ts',
    `import { from '../model/job.ts'`, 'Mend its syntax'],
  ['unreadable', 'a computed import', 'src/agent/a.ts',
    'export const a = (name: string) => import(name)', 'plain string'],
] as const)('%s: %s is refused', ([rule, , file, text, advice]) => {
  const found = judge({ ...SOUND, [file]: text })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(`${file}:1 ${rule} `)
  expect(found[0]).toContain(advice)
})

test('a circle of files is refused and shown in full', () => {
  const found = judge({
    ...SOUND,
    'src/policy/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'src/policy/b.ts': `import './c.ts'\nexport type B = 1`,
    'src/policy/c.ts': `export * from './a.ts'`,
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('src/policy/a.ts -> src/policy/b.ts -> src/policy/c.ts -> src/policy/a.ts')
})

test('a finding names the line of the import', () => {
  const text = `import '../model/job.ts'\n\nimport '../cli/main.ts'`
  expect(judge({ ...SOUND, 'src/policy/a.ts': text })[0]).toMatch('src/policy/a.ts:3 direction')
})

test('a module that was not read is reported, so that a blind reader cannot pass', () => {
  const tree = { modules: [], filesOnDisk: new Set(['src/model/job.ts']) }
  expect(checkBoundaries(tree)).toMatchObject([{ file: 'src/model/job.ts', rule: 'not-read' }])
})

test('an empty tree is refused', () => {
  expect(judge({ 'src/model/notes.md': '' })).toEqual([expect.stringContaining('not-read')])
})

test('every name in the table is a folder of the table or a file', () => {
  const names = Object.values(FOLDERS).flatMap((rule) => rule.mayImport)
  expect(names.filter((name) => !name.endsWith('.ts') && !Object.hasOwn(FOLDERS, name))).toEqual([])
})
