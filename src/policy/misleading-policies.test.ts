import { expect, test } from 'vitest'
import { AppError } from '../model/errors.ts'
import { Gate } from '../model/gate.ts'
import { catalog, decideUnder } from '../testing/catalog.ts'
import { compilePolicy } from './compile.ts'
import { decide } from './decide.ts'
import { effectivePolicy } from './meet.ts'
import { digestOf } from './policy.ts'
import { resolvePolicy } from './resolve.ts'

const policy = (document: unknown) => resolvePolicy(document, catalog)
const underAuto = (...enabled: readonly string[]) => ({ frames: { level: 'auto', enabled_heuristics: enabled } })

test('two choices of heuristics are not mixed into a third one that is surer than both', () => {
  const gate = { kind: 'push', signals: { tokenCount: 60_000 } } as const
  const [parent, own] = [underAuto('complexity', 'duration'), underAuto('duration', 'failure_boundary')]
  const effective = effectivePolicy(policy(own), [policy(parent)])
  expect(decideUnder(parent, gate).verdict).toBe('deny')
  expect(decideUnder(own, gate).verdict).toBe('deny')
  expect(decide(compilePolicy(effective, catalog), Gate.parse(gate)).verdict).toBe('deny')
  expect(effective.frames.enabled_heuristics).toEqual(['duration', 'failure_boundary'])
})

test('what is free to choose stays as the job chose it, for itself and for those it hands work to', () => {
  const document = {
    combined_inference: true,
    frames: { suggest_in_context: true },
    delegable: { combined_inference: true, frames: { suggest_in_context: true, level: 'auto' } },
  }
  const parent = { combined_inference: false, frames: { suggest_in_context: false, level: 'manual' } }
  expect(effectivePolicy(policy(document), [policy(parent)])).toMatchObject({
    combined_inference: true,
    frames: { suggest_in_context: true, level: 'manual' },
    delegable: { combined_inference: true, frames: { suggest_in_context: true, level: 'manual' } },
  })
})

test('whoever writes into a decision does not change the policy', () => {
  const own = policy({ checkpoint_types: ['deliverable'] })
  const { trace } = decide(compilePolicy(own, catalog), Gate.parse({ kind: 'checkpoint', type: 'deliverable' }))
  const limits = trace.map((entry) => entry.limit as string[])
  expect(() => limits[0]?.push('anything')).toThrow('not extensible')
})

test('a policy that was put together by hand is frozen before it decides, too', () => {
  const own = { ...policy({}), allowed_action_kinds: ['standard' as const] }
  compilePolicy(own, catalog)
  expect(() => own.allowed_action_kinds.push('standard')).toThrow('not extensible')
})

test('deny beats allow also in rules that nobody sorted', () => {
  const rules = [
    { match: { tool: 'rm' }, then: 'allow' as const },
    { match: { tool: 'r*' }, then: 'deny' as const },
  ]
  const own = { ...policy('jobs/full'), rules }
  expect(decide(compilePolicy(own, catalog), Gate.parse({ kind: 'tool', tool: 'rm' })).verdict).toBe('deny')
})

test.for([
  [{ phase_stops: { completion: undefined } }],
  [{ limits: { max_total_warnings: undefined } }],
  [{ risk_tolerance: { privacy: undefined } }],
  [{ frames: { level: undefined } }],
  [{ overrides: { build: { error_tolerance: undefined } } }],
  [{ custom_stops: { confidence_below: undefined } }],
])('%j is refused, because undefined is no value and would take a stop away', ([document]) => {
  expect(() => policy(document)).toThrow(AppError)
})

test('a document with a key that would be dropped is refused', () => {
  const document = JSON.parse('{"overrides":{"__proto__":{"error_tolerance":"none"}}}')
  expect(() => policy(document)).toThrow('"__proto__" is not allowed')
})

test.for([
  ['a phase without settings', { overrides: { build: {} } }, {}],
  ['an empty list of checkpoint types', { checkpoint_types: [] }, { checkpoint_types: 'none' }],
  ['no milestones', { custom_stops: { milestones: [] } }, {}],
] as const)('%s says nothing, so the digest is the same without it', ([, document, same]) => {
  expect(digestOf(policy(document))).toBe(digestOf(policy(same)))
})

test.for(['all', 'none'])('a list that holds the word %s is refused, because it would look at nothing else', (word) => {
  expect(() => policy({ checkpoint_types: [word] })).toThrow('not in a list')
})

test('even a mark of 0 wants to know the confidence', () => {
  const document = { preset: 'jobs/full', custom_stops: { confidence_below: 0 } }
  expect(decideUnder(document, { kind: 'phase', phase: 'tactical' }).verdict).toBe('ask')
  expect(decideUnder(document, { kind: 'phase', phase: 'tactical', confidence: 0 }).verdict).toBe('allow')
})

test.for([
  [{ preset: 'jobs/guidd' }, '/preset'],
  [{ delegable: { preset: 'jobs/guidd' } }, '/delegable/preset'],
  [{ frames: { enabled_heuristics: ['x'] } }, '/frames/enabled_heuristics'],
  [{ delegable: { frames: { enabled_heuristics: ['x'] } } }, '/delegable/frames/enabled_heuristics'],
] as const)('a name that nobody knows is told by its place: %s', ([document, path]) => {
  expect(() => policy(document)).toThrow(expect.objectContaining({ problems: [expect.objectContaining({ path })] }))
})
