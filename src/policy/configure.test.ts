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
