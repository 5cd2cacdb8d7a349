import { expect, test } from 'vitest'
import { localTimes } from './local-times.ts'

test('every time in a sentence is told as people read it, and nothing else is touched', () => {
  const at = '2026-11-18T08:30:00.000Z'
  expect(localTimes(`Nobody answered by ${at}. Parked at 2026-11-18.`)).toBe(
    `Nobody answered by ${new Date(at).toLocaleString()}. Parked at 2026-11-18.`,
  )
})
