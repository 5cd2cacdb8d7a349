import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { type ConfigLayer, configure } from './configure.ts'
import { delegableOf } from './meet.ts'
import type { PolicyDocument } from './policy-document.ts'
import { parsePolicyDocument } from './policy-document.ts'
import { resolvePolicy } from './resolve.ts'

const standard: ConfigLayer = { id: 'standard', document: { preset: 'standard' } }
const layer = (id: string, document: unknown): ConfigLayer => ({ id, document: parsePolicyDocument(document) })
const under = (job: unknown, ...ceilings: readonly unknown[]) =>
  configure(
    { layers: [standard, layer('job', job)], ceilings: ceilings.map((one, at) => layer(`ceiling ${at}`, one)) },
    catalog,
  )

test('a ceiling bounds what a policy hands on as much as what it does itself', () => {
  const rules = [{ match: { tool: 'rm' }, then: 'deny' }] as const
  const { policy } = under({ delegable: { budget_usd: 100, rules: [] } }, { budget_usd: 0.01, rules })
  expect(policy).toMatchObject({ budget_usd: 0.01, rules })
  expect(delegableOf(policy)).toMatchObject({ budget_usd: 0.01, rules })
})

test('a ceiling leaves alone what it does not name, for the policy and for what it hands on', () => {
  const job = { preset: 'workers/manual', delegable: { checkpoint_types: ['deliverable'] } }
  const { policy } = under(job, { budget_usd: 0.01 })
  expect(policy.checkpoint_types).toBe('all')
  expect(policy.delegable).toEqual({ checkpoint_types: ['deliverable'] })
})

test('a ceiling that is a preset is the whole preset', () => {
  const { policy, origins } = under('jobs/full', 'jobs/dependent')
  expect(policy).toEqual(resolvePolicy('jobs/dependent', catalog))
  expect(origins.phase_stops.at(-1)).toEqual({ layer: 'ceiling 0', preset: 'jobs/dependent' })
  expect(origins.irreversibility_threshold.at(-1)).toEqual({ layer: 'ceiling 0', preset: 'standard' })
})

test('a ceiling on the run holds in a phase with settings of its own, and in what is handed on', () => {
  const overrides = { build: { check_in_frequency: 'never' } }
  const { policy } = under({ overrides, delegable: { overrides } }, { check_in_frequency: 'per-phase' })
  const bounded = { overrides: { build: { check_in_frequency: 'per-phase' } }, check_in_frequency: 'per-phase' }
  expect(policy).toMatchObject(bounded)
  expect(delegableOf(policy)).toMatchObject(bounded)
})

test('no ceiling makes anything freer', () => {
  const job: PolicyDocument = { preset: 'jobs/dependent', budget_usd: 0.1 }
  expect(under(job, 'jobs/full', { budget_usd: 9 }).policy).toEqual(resolvePolicy(job, catalog))
})

test('an axis comes from the last layer that names it', () => {
  const { origins } = under({ preset: 'jobs/guided', budget_usd: 3 })
  expect(origins.budget_usd).toEqual([{ layer: 'job', preset: null }])
  expect(origins.phase_stops).toEqual([{ layer: 'job', preset: 'jobs/guided' }])
  expect(origins.error_tolerance).toEqual([{ layer: 'standard', preset: 'standard' }])
})

test('a ceiling is named where it changed something, and only there', () => {
  const { origins } = under({ budget_usd: 0.1, phase_stops: {} }, { budget_usd: 9, phase_stops: { tactical: true } })
  expect(origins.budget_usd).toEqual([{ layer: 'job', preset: null }])
  expect(origins.phase_stops).toEqual([
    { layer: 'job', preset: null },
    { layer: 'ceiling 0', preset: null },
  ])
})

test('a ceiling that names a preset and says more is named by its last word', () => {
  const { origins } = under('jobs/review', { preset: 'jobs/dependent', phase_stops: { completion: false } })
  expect(origins.phase_stops).toEqual([
    { layer: 'job', preset: 'jobs/review' },
    { layer: 'ceiling 0', preset: null },
  ])
})

test('a ceiling is also named where it changed what it does not name: phase settings, and what is handed on', () => {
  const job = { overrides: { build: { check_in_frequency: 'never' } }, delegable: { budget_usd: 9 } }
  const { origins } = under(job, { check_in_frequency: 'per-phase', budget_usd: 0.1 })
  const both = [
    { layer: 'job', preset: null },
    { layer: 'ceiling 0', preset: null },
  ]
  expect(origins).toMatchObject({ overrides: both, delegable: both })
})

test('a ceiling that names an old level beside other words means all of them', () => {
  const { policy } = under({ delegable: { budget_usd: 100 } }, { level: 'assist', budget_usd: 0.01 })
  expect(delegableOf(policy)).toMatchObject({ budget_usd: 0.01, warning_tolerance: 'none' })
})

test('a ceiling on something else leaves the settings of phases alone, and those that are handed on', () => {
  const freer = { build: { check_in_frequency: 'never' } } as const
  const stricter = { build: { check_in_frequency: 'per-step' } } as const
  const job = { check_in_frequency: 'per-phase', overrides: freer }
  expect(under(job, { budget_usd: 0.01 }).policy.overrides).toEqual(freer)
  const handing = { overrides: stricter, delegable: { overrides: freer } }
  expect(delegableOf(under(handing, { budget_usd: 0.01 }).policy).overrides).toEqual(freer)
})

test('a ceiling that sets a run and one of its phases bounds that phase by its own setting', () => {
  const job = { overrides: { build: { check_in_frequency: 'never' } } }
  const ceiling = { check_in_frequency: 'per-phase', overrides: { build: { check_in_frequency: 'end-only' } } }
  expect(under(job, ceiling).policy.overrides).toEqual({ build: { check_in_frequency: 'end-only' } })
})

test('a ceiling may bound what is handed on and nothing else', () => {
  const { policy } = under({ budget_usd: 3, delegable: { budget_usd: 5 } }, { delegable: { budget_usd: 0.1 } })
  expect(policy.budget_usd).toBe(3)
  expect(policy.delegable).toEqual({ budget_usd: 0.1 })
})
