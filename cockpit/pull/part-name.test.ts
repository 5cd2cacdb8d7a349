import { expect, test } from 'vitest'
import { partName } from './part-name.ts'

const FILE = { path: 'src/a\u202e.ts' }
const span = (start: number, count: number) => ({ start, count })

test.for([
  ['a file', undefined, 'the file src/a[RLO].ts'],
  ['a hunk', { old: span(2, 3), new: span(4, 5) }, 'the hunk at line 4 of src/a[RLO].ts'],
  ['what went', { old: span(2, 3), new: span(0, 0) }, 'the hunk at old line 2 of src/a[RLO].ts'],
] as const)('%s is told apart by its place', ([, hunk, text]) => {
  expect(partName(FILE, hunk)).toBe(text)
})
