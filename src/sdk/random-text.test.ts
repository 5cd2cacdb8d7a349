import { expect, test } from 'vitest'
import { randomText } from './random-text.ts'

test('no text comes twice, also when the chance of one fill is used up', () => {
  const texts = Array.from({ length: 1000 }, randomText)
  expect(new Set(texts).size).toBe(1000)
  expect(texts.every((text) => /^[A-Za-z0-9_-]{16}$/.test(text))).toBe(true)
})
