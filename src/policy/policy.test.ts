import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { catalog, decideUnder } from '../testing/catalog.ts'
import { digestOf } from './policy.ts'
import { resolvePolicy } from './resolve.ts'

const digest = (document: unknown) => digestOf(resolvePolicy(document, catalog))

/** Canonical JSON as RFC 8785 has it, for the values that a policy can hold. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`
}

test.for([...catalog.presets.keys()])('the digest of %s is SHA-256 over its canonical JSON', (name) => {
  const policy = resolvePolicy(name, catalog)
  const hash = createHash('sha256').update(canonical(policy)).digest('hex')
  expect(digestOf(policy)).toBe(`sha256:${hash}`)
  expect(decideUnder(name, { kind: 'completion' }).policy_digest).toBe(`sha256:${hash}`)
})

const deny = { match: { tool: 'rm', args: { path: '/*', force: 'true' } }, then: 'deny' }
const ask = { match: { tool: 'cp' }, then: 'ask' }

test.for<[string, unknown, unknown]>([
  ['the order of keys', { budget_usd: 1, error_tolerance: 'low' }, { error_tolerance: 'low', budget_usd: 1 }],
  [
    'the order of keys within an axis',
    { limits: { max_total_warnings: 1, max_total_errors: 2 } },
    { limits: { max_total_errors: 2, max_total_warnings: 1 } },
  ],
  ['the order of a set', { checkpoint_types: ['b', 'a'] }, { checkpoint_types: ['a', 'b'] }],
  ['a member that is listed twice', { checkpoint_types: ['a', 'a'] }, { checkpoint_types: ['a'] }],
  ['how an empty set is written', { checkpoint_types: [] }, { checkpoint_types: 'none' }],
  [
    'the order of states',
    { auto_advance_states: ['executing', 'done'] },
    { auto_advance_states: ['done', 'executing'] },
  ],
  [
    'the order of heuristics',
    { frames: { enabled_heuristics: ['stagnation', 'duration'] } },
    { frames: { enabled_heuristics: ['duration', 'stagnation'] } },
  ],
  [
    'the order of milestones',
    { custom_stops: { milestones: ['b', 'a'] } },
    { custom_stops: { milestones: ['a', 'b'] } },
  ],
  ['the order of rules', { rules: [deny, ask] }, { rules: [ask, deny] }],
  ['a rule that is written twice', { rules: [deny, deny] }, { rules: [deny] }],
  [
    'the order of keys in a rule',
    { rules: [deny] },
    { rules: [{ then: 'deny', match: { args: { force: 'true', path: '/*' }, tool: 'rm' } }] },
  ],
  ['naming what standard says anyway', { budget_usd: 0.5 }, {}],
  ['naming standard', 'standard', {}],
  ['a preset by its short name', 'partial', 'jobs/partial'],
  ['an old level or its preset', { level: 'assist' }, 'runs/assist'],
  ['a preset or the axes it names', 'workers/manual', { checkpoint_types: 'all' }],
])('%s does not change the digest', ([, one, other]) => {
  expect(digest(one)).toBe(digest(other))
})

test('policies that differ on one axis have different digests', () => {
  const documents = [
    {},
    { budget_usd: 0.6 },
    { rules: [deny] },
    { rules: [ask] },
    { rules: [deny, ask] },
    { checkpoint_types: 'none' },
    { delegable: { budget_usd: 0.1 } },
    { overrides: { build: { error_tolerance: 'high' } } },
    { custom_stops: { every_n_phases: 2 } },
    { combined_inference: true },
  ]
  expect(new Set(documents.map(digest)).size).toBe(documents.length)
})
