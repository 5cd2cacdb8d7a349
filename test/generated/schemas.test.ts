import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { generatedFiles } from '../../scripts/generate.ts'
import { ROOT } from '../../scripts/run-tool.ts'
import { decideUnder } from '../../src/testing/catalog.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

const PRESETS = globSync('src/policy/presets/**/*.yaml', { cwd: ROOT }).sort()
const AGENTS = globSync('src/config/agents/**/*.yaml', { cwd: ROOT }).sort()

test.for([
  ['preset', PRESETS],
  ['agent', AGENTS],
] as const)('every built-in %s satisfies its JSON Schema', ([name, files]) => {
  expect(files.length).toBeGreaterThan(4)
  const schema = schemaNamed(name)
  const refused = files.filter((file) => !schema.safeParse(parse(read(file))).success)
  expect(refused).toEqual([])
})

test.for([...PRESETS, ...AGENTS])('%s leads editors to a schema that is there', (file) => {
  const [, reference = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(read(file)) ?? []
  const path = resolve(ROOT, dirname(file), reference)
  expect(existsSync(path)).toBe(true)
  expect(path).toBe(join(ROOT, 'schemas', PRESETS.includes(file) ? 'preset.schema.json' : 'agent.schema.json'))
})

test.for([
  ['policy', { budget_usd: 1, warning_tolerance: 'low' }, { budgt_usd: 1 }],
  ['policy', { rules: [{ match: { tool: 'shell' }, then: 'deny' }] }, { rules: [{ match: {}, then: 'deny' }] }],
  ['policy', { delegable: { preset: 'jobs/review' } }, { delegable: { delegable: {} } }],
  ['preset', { sentence: 'x', policy: {} }, { policy: {} }],
  ['agent', { about: 'x', autonomy: { budget_usd: 1 } }, { about: 'x', autonomy: { budget_usd: -1 } }],
  ['project', { ceilings: { users: { ann: 'guided' } } }, { ceilings: { user: {} } }],
  ['tenant', { tenant: { id: 'a', name: 'A' } }, { tenant: { id: 'a' } }],
  [
    'heuristic',
    { name: 'a', for: 'pop', about: 'x', points: [{ signal: 'tokenCount', over: 1, add: 1 }] },
    { name: 'a' },
  ],
  [
    'todos',
    { phase: { number: 2, type: 'tactical' }, todos: [{ id: 'todo_1', text: 'Read the contract' }] },
    { phase: { number: 2, type: 'tactical' }, todos: [{ id: 'one', text: 'Read the contract' }] },
  ],
  ['gate', { kind: 'completion' }, { kind: 'complete' }],
  ['gate', { kind: 'action', confidence: 'unreadable', action: { irreversibility: 'HIGH' } }, { kind: 'action' }],
] as const)('the schema of a %s takes %j and refuses %j', ([name, right, wrong]) => {
  const schema = schemaNamed(name)
  expect(schema.safeParse(right)).toMatchObject({ success: true })
  expect(schema.safeParse(wrong)).toMatchObject({ success: false })
})

test('decisions satisfy their schema', () => {
  const schema = schemaNamed('decision')
  const decisions = [
    decideUnder('standard', { kind: 'completion' }),
    decideUnder('standard', { kind: 'intent' }),
    decideUnder('standard', { kind: 'step', phase: 'build', status: 'warning', warnings: ['x'] }),
    decideUnder('standard', { kind: 'pop', signals: { noProgressTurns: 9 } }),
  ]
  for (const decision of decisions) expect(schema.safeParse(decision)).toMatchObject({ success: true })
})

test('no schema names a host of ours', async () => {
  const schemas = [...(await generatedFiles())].filter(([path]) => path.startsWith('schemas/'))
  const hosts = schemas.flatMap(([, content]) => content.match(/https?:\/\/[^/"]+/g) ?? [])
  expect(new Set(hosts)).toEqual(new Set(['https://json-schema.org']))
})

test('the settings lead editors to schemas that are there', () => {
  const settings = JSON.parse(read('.vscode/settings.json')) as Settings
  const urls = [...Object.keys(settings['yaml.schemas']), ...settings['json.schemas'].map(({ url }) => url)]
  expect(urls.filter((url) => !existsSync(join(ROOT, url)))).toEqual([])
})

interface Settings {
  readonly 'yaml.schemas': Readonly<Record<string, readonly string[]>>
  readonly 'json.schemas': readonly { readonly url: string }[]
}

function schemaNamed(name: string) {
  return z.fromJSONSchema(JSON.parse(read(`schemas/${name}.schema.json`)) as JsonSchema)
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
