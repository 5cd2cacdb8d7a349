import { expect, test } from 'vitest'
import { applySuggestions, type Suggestion } from './apply-suggestions.ts'

const TEXT = 'a\nb\nc\nd\n'
const suggest = (...[id, first, quote, lines]: [string, number, string, string]): Suggestion => ({
  id,
  first,
  last: first + quote.split(' ').length - 1,
  quote: quote.split(' '),
  lines: lines === '' ? [] : lines.split(' '),
})

test('suggestions are applied together, in any order, each to the lines as they were', () => {
  expect(applySuggestions(TEXT, [suggest('t2', 4, 'd', 'D E'), suggest('t1', 1, 'a b', 'A')])).toBe('A\nc\nD\nE\n')
  expect(applySuggestions(TEXT, [suggest('t1', 2, 'b c', '')])).toBe('a\nd\n')
  expect(applySuggestions(TEXT, [])).toBe(TEXT)
  expect(applySuggestions('a\n', [suggest('t1', 1, 'a', '')])).toBe('')
})

test('a file without a line feed at its end keeps it so, because no suggestion shows its end', () => {
  expect(applySuggestions('a\nb', [suggest('t1', 1, 'a', 'A')])).toBe('A\nb')
  expect(applySuggestions('a\nb', [suggest('t1', 2, 'b', 'B')])).toBe('a\nB')
  expect(applySuggestions('a', [suggest('t1', 1, 'a', 'A B')])).toBe('A\nB')
  expect(applySuggestions('a\nb', [suggest('t1', 2, 'b', '')])).toBe('a\n')
})

test('lines that end in a carriage return and a line feed still do', () => {
  expect(applySuggestions('a\r\nb\r\n', [suggest('t1', 1, 'a\r', 'A B')])).toBe('A\r\nB\r\nb\r\n')
  expect(applySuggestions('a\r\nb\r\n', [suggest('t1', 1, 'a\r', 'A\r')])).toBe('A\r\nb\r\n')
  expect(applySuggestions('a\nb\r\n', [suggest('t1', 1, 'a', 'A')])).toBe('A\nb\r\n')
})

// biome-ignore format: a table
test.for([
  ['one that is named twice', [suggest('t1', 1, 'a b', 'x'), suggest('t1', 1, 'a b', 'x')], 'The suggestion t1 is named twice; name it once.'],
  ['two on one line',    [suggest('t1', 1, 'a b', 'x'), suggest('t2', 2, 'b', 'y')],  'Two suggestions both change line 2 of "plan.md"; take one of them (t1 and t2).'],
  ['one around another', [suggest('t1', 1, 'a b c d', 'x'), suggest('t2', 2, 'b', 'y')], 'both change line 2 of "plan.md"; take one of them (t1 and t2)'],
  ['the same twice',     [suggest('t1', 2, 'b', 'x'), suggest('t2', 2, 'b', 'x')],    'both change line 2 of "plan.md"; take one of them (t1 and t2)'],
  ['lines that changed', [suggest('t1', 2, 'q', 'x')],                                't1 was made for line 2 of "plan.md", which is not as before'],
  ['lines beyond',       [suggest('t1', 4, 'd e', 'x')],                              'lines 4 to 5, and "plan.md" has 4'],
  ['line 0',             [suggest('t1', 0, 'a', 'x')],                                'line 0, and "plan.md" has 4'],
  ['a hidden break',     [{ ...suggest('t1', 2, 'b', 'x'), lines: ['x\ny'] }],        'line break'],
] as const)('%s: nothing is applied', ([, suggestions, message]) => {
  expect(() => applySuggestions(TEXT, suggestions, 'plan.md')).toThrow(message)
})
