import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.for([
  ['{ "to": ', 1, 9],
  ['{\n  "to": "ann",\n}', 3, 1],
  ['{\n  "to": ann\n}', 2, 9],
  ['{ "to" "ann" }', 1, 8],
  ['{ "to": "a\nb" }', 1, 11],
  ['{ "a": [1, 2 }', 1, 14],
  ['{ "a": "\\x" }', 1, 9],
  ['{} {}', 1, 4],
  ['{ "a": 01 }', 1, 9],
  ['', 1, 1],
  ['['.repeat(100_000), 1, 502],
] as const)('%j breaks off at line %i, column %i', ([text, line, column]) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(jsonFault(text)).toEqual({ line, column })
})
