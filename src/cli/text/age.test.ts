import { expect, test } from 'vitest'
import { age, timeLeft } from './age.ts'

const NOON = new Date('2026-01-31T12:00:00.500Z')

test('an age is told in the one unit that matters', () => {
  expect(age('2026-01-31T11:59:30.000Z', NOON)).toBe('30 s')
  expect(age('2026-01-29T11:00:00.000Z', NOON)).toBe('2 d')
})

test('what is left is told to the next smaller unit, and a moment does not cost an hour', () => {
  expect(timeLeft('2026-01-31T20:00:00.000Z', NOON)).toBe('8 h')
  expect(timeLeft('2026-01-31T19:45:10.000Z', NOON)).toBe('7 h 45 min')
  expect(timeLeft('2026-02-02T15:30:01.000Z', NOON)).toBe('2 d 3 h')
  expect(timeLeft('2026-01-31T12:05:30.000Z', NOON)).toBe('5 min')
  expect(timeLeft('2026-01-31T12:00:30.000Z', NOON)).toBe('30 s')
  expect(timeLeft('2026-01-31T11:00:00.000Z', NOON)).toBe('0 s')
})
