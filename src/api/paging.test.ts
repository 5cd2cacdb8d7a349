import { expect, test } from 'vitest'
import { fromCursor, toCursor } from './paging.ts'

test('a place behind the longest id is a place', () => {
  const place = { value: '2026-11-17T12:00:00.000Z', id: `${'t'.repeat(128)}~${'i'.repeat(128)}` }
  const carried = toCursor(place)
  expect(carried.length).toBeLessThanOrEqual(1000)
  expect(fromCursor(carried)).toEqual(place)
})
