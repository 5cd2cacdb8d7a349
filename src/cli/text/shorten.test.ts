import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('a text that can be read stays whole', () => {
  expect(shorten('x'.repeat(2000))).toBe('x'.repeat(2000))
})

test('a longer one is cut, and says how much is missing', () => {
  expect(shorten('x'.repeat(2100))).toBe(`${'x'.repeat(2000)}… (100 more characters)`)
})

test('no character is cut in half', () => {
  expect(shorten(`${'x'.repeat(1999)}😀y`)).toBe(`${'x'.repeat(1999)}… (3 more characters)`)
})
