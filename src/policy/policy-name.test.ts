import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { digestOf } from './policy.ts'
import { policyNamer, policyNameText, presetsOf } from './policy-name.ts'
import { resolvePolicy } from './resolve.ts'

const nameOf = policyNamer(catalog)

test('a policy is named by the preset that says the same', () => {
  const guided = resolvePolicy('jobs/guided', catalog)
  expect(nameOf(guided)).toEqual({ presets: ['jobs/guided'], differs: [] })
  expect(presetsOf(digestOf(guided), catalog)).toEqual(['jobs/guided'])
})

test('one that nearly says the same is named by what differs', () => {
  const like = nameOf(resolvePolicy({ preset: 'jobs/guided', budget_usd: 7 }, catalog))
  expect(like).toEqual({ presets: ['jobs/guided'], differs: ['budget_usd'] })
  expect(like && policyNameText(like)).toBe('like jobs/guided but for budget_usd')
})

test('one that is like none has no name', () => {
  const own = {
    ...{ preset: 'jobs/guided', budget_usd: 7, rules: [{ match: { tool: 'a' }, then: 'ask' as const }] },
    ...{ irreversibility_threshold: 'low' as const, inference_confidence_floor: 0.99 },
  }
  expect(nameOf(resolvePolicy(own, catalog))).toBeUndefined()
})
