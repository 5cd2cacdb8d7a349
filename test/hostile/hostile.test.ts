import { expect, test } from 'vitest'
import { bodies } from './cases/bodies.ts'
import { credentials } from './cases/credentials.ts'
import { heavy } from './cases/heavy.ts'
import { http } from './cases/http.ts'
import { operations } from './cases/operations.ts'
import { queries } from './cases/queries.ts'
import type { HostileCase } from './hostile-case.ts'
import { aHostileHouse, type HostileHouse } from './hostile-house.ts'
import { rawRequest, written } from './raw-request.ts'

const FAMILIES = [operations, credentials, queries, bodies, http]

/** At once, so that those who are slow on purpose do not keep the others. */
const LANES = 16

async function ask(house: HostileHouse, { name, send, expected }: HostileCase): Promise<readonly string[]> {
  const bytes = 'bytes' in send ? send.bytes : written(send, house.host)
  const { status, code } = await rawRequest(house.port, bytes)
  return status === expected[0] && code === expected[1] ? [] : [`${name}: ${status} ${code}, not ${expected.join(' ')}`]
}

async function askAll(house: HostileHouse, cases: readonly HostileCase[], lanes = LANES): Promise<readonly string[]> {
  const wrong: string[] = []
  const left = cases.values()
  const lane = async () => {
    for (const one of left) wrong.push(...(await ask(house, one)))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return wrong
}

test('every hostile request gets its exact answer, and none stops, blocks or changes anything', {
  timeout: 120_000,
}, async () => {
  const house = await aHostileHouse()
  const cases = FAMILIES.flatMap((family) => family(house))
  expect(cases.length).toBeGreaterThan(900)
  expect(await askAll(house, cases)).toEqual([])
  // One by one, because each may take as long as it may.
  expect(await askAll(house, heavy(house), 1)).toEqual([])
  expect(await house.written()).toEqual(new Set(['access_denied']))
  const { blockedMs, reports } = await house.health()
  expect(reports).toEqual([])
  expect(blockedMs).toBeLessThan(1000)
})
