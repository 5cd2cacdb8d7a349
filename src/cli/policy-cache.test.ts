import { expect, test } from 'vitest'
import type { CompiledPolicy } from '../policy/compile.ts'
import { catalog } from '../testing/catalog.ts'
import { PolicyCache } from './policy-cache.ts'

const KIB = 1024

function policyOf(length: number, name = 'x') {
  return { require_approval_for: [name.repeat(length)] }
}

/** Asks as often as it takes to be kept. */
function keep(cache: PolicyCache, policy: unknown): CompiledPolicy {
  cache.compiled(policy, '')
  return cache.compiled(policy, '')
}

test('a policy that came twice is not compiled again', () => {
  const cache = new PolicyCache(catalog)
  const kept = keep(cache, policyOf(1))
  expect(cache.compiled(policyOf(1), '')).toBe(kept)
})

test('a policy that came once is not kept', () => {
  const cache = new PolicyCache(catalog)
  expect(cache.compiled(policyOf(1), '')).not.toBe(cache.compiled(policyOf(1), ''))
})

test('a policy that comes once leaves those that are kept where they are', () => {
  const cache = new PolicyCache(catalog)
  const kept = keep(cache, 'jobs/full')
  for (let budget = 0; budget < 1100; budget += 1) cache.compiled({ budget_usd: budget }, '')
  expect(cache.compiled('jobs/full', '')).toBe(kept)
})

test('a policy of unusual length is never kept', () => {
  const cache = new PolicyCache(catalog)
  const small = keep(cache, 'jobs/full')
  expect(keep(cache, policyOf(257 * KIB))).not.toBe(cache.compiled(policyOf(257 * KIB), ''))
  expect(cache.compiled('jobs/full', '')).toBe(small)
})

test('what is kept is bounded by the length of all policies together', () => {
  const cache = new PolicyCache(catalog)
  const first = keep(cache, policyOf(250 * KIB, 'a'))
  for (const name of 'bcdefghijklmnop') keep(cache, policyOf(250 * KIB, name))
  expect(cache.compiled(policyOf(250 * KIB, 'a'), '')).toBe(first)
  keep(cache, policyOf(250 * KIB, 'q'))
  expect(cache.compiled(policyOf(250 * KIB, 'a'), '')).not.toBe(first)
})

test('what is kept is bounded in number', () => {
  const cache = new PolicyCache(catalog)
  const first = keep(cache, { budget_usd: 0 })
  for (let budget = 1; budget < 1000; budget += 1) keep(cache, { budget_usd: budget })
  expect(cache.compiled({ budget_usd: 0 }, '')).toBe(first)
  keep(cache, { budget_usd: 1000 })
  expect(cache.compiled({ budget_usd: 0 }, '')).not.toBe(first)
})
