import { expect, test } from 'vitest'
import { applySuggestions } from '../../src/review/apply-suggestions.ts'
import { linesOf } from '../pull/row.ts'
import { suggestionOf } from './suggestion-of.ts'

const suggested = (before: string, after: string) => {
  const { anchor, suggestion } = suggestionOf({ path: 'a.md', round: 1, before, after, message: '' })
  return { first: anchor?.first, last: anchor?.last, quote: anchor?.quote, suggestion }
}

test.for([
  // what happens     before            after               lines     instead
  ['a line changes', 'a\nb\nc\n', 'a\nB\nc\n', [2, 2], 'B'],
  ['lines go', 'a\nb\nc\nd\n', 'a\nd\n', [2, 3], ''],
  ['a line comes', 'a\nb\n', 'a\nx\nb\n', [1, 1], 'a\nx'],
  ['a line comes last', 'a\n', 'a\nx\n', [1, 1], 'a\nx'],
  ['a line comes first', 'a\nb\n', 'x\na\nb\n', [1, 1], 'x\na'],
  ['a line becomes an empty one', 'a\nb\nc\n', 'a\n\nc\n', [2, 2], '\n'],
  ['an empty line comes behind another', 'a\nb\nc\n', 'a\nB\n\nc\n', [2, 2], 'B\n\n'],
  ['all of it changes', 'a\nb\n', 'x\ny\nz\n', [1, 2], 'x\ny\nz'],
] as const)('%s: the smallest range of lines that says it', ([, before, after, [first, last], suggestion]) => {
  const quote = before.split('\n').slice(first - 1, last)
  expect(suggested(before, after)).toEqual({ first, last, quote, suggestion })
})

test.for([
  ['a\nb\nc\n', 'a\n\nc\n'],
  ['a\nb\nc\n', 'a\nB\n\nc\n'],
  ['a\n\n\nb\n', 'a\nb\n'],
  ['a\nb\n', 'a\nb\n\n\n'],
] as const)('applied to %j it gives %j', ([before, after]) => {
  const { id, anchor, suggestion } = suggestionOf({ path: 'a.md', round: 1, before, after, message: '' })
  const { first = 0, last = 0, quote = [] } = anchor ?? {}
  expect(applySuggestions(before, [{ id, first, last, quote, lines: linesOf(suggestion ?? '') }])).toBe(after)
})
