import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { PolicyCache } from './policy-cache.ts'

const KIB = 1024

function policyOf(length: number, name = 'x') {
  return { require_approval_for: [name.repeat(length)] }
}

test('a policy that comes again is compiled once', () => {
  const cache = new PolicyCache(catalog)
  expect(cache.compiled(policyOf(1), '')).toBe(cache.compiled(policyOf(1), ''))
})

test('a policy of unusual length is never kept', () => {
  const cache = new PolicyCache(catalog)
  const small = cache.compiled('jobs/full', '')
  expect(cache.compiled(policyOf(257 * KIB), '')).not.toBe(cache.compiled(policyOf(257 * KIB), ''))
  expect(cache.compiled('jobs/full', '')).toBe(small)
})

test('what is kept is bounded by the length of all policies together', () => {
  const cache = new PolicyCache(catalog)
  const first = cache.compiled(policyOf(250 * KIB, 'a'), '')
  for (const name of 'bcdefghijklmnop') cache.compiled(policyOf(250 * KIB, name), '')
  expect(cache.compiled(policyOf(250 * KIB, 'a'), '')).toBe(first)
  cache.compiled(policyOf(250 * KIB, 'q'), '')
  expect(cache.compiled(policyOf(250 * KIB, 'a'), '')).not.toBe(first)
})

test('what is kept is bounded in number', () => {
  const cache = new PolicyCache(catalog)
  const first = cache.compiled({ budget_usd: 0 }, '')
  for (let budget = 1; budget <= 1000; budget += 1) cache.compiled({ budget_usd: budget }, '')
  expect(cache.compiled({ budget_usd: 0 }, '')).not.toBe(first)
})
