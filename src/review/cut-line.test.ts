import { expect, test } from 'vitest'
import { LONGEST_LINE } from '../model/kept-line.ts'
import { cutLine } from './cut-line.ts'

const line = (text: string) => ({ kind: 'added', text, new: 1 }) as const

test('a line is shown whole as long as somebody could read it', () => {
  const longest = line('x'.repeat(LONGEST_LINE))
  expect(cutLine(longest)).toBe(longest)
})

test('of a longer one the beginning is shown, with how much is left out', () => {
  expect(cutLine(line('x'.repeat(5_000_000)))).toEqual({ ...line('x'.repeat(LONGEST_LINE)), cut: 4_990_000 })
})

test('no character is cut in two', () => {
  const { text, cut } = cutLine(line(`${'x'.repeat(LONGEST_LINE - 1)}😀y`))
  expect([text, cut]).toEqual(['x'.repeat(LONGEST_LINE - 1), 3])
})
