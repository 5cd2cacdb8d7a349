import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedWords } from './changed-words.ts'
import type { ShownFile, ShownLine } from './row.ts'
import { wordMarks } from './word-marks.ts'

/** Both lines with what changed in brackets; nothing where nothing is told. */
function told(before: string, after: string): readonly string[] | null {
  const changed = changedWords(before, after)
  if (changed === null) return null
  const marked = (text: string, side: 'old' | 'new') =>
    changed[side]
      .toReversed()
      .reduce((all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text)
  return [marked(before, 'old'), marked(after, 'new')]
}

// biome-ignore format: a table
test.for([
  ['one word',             'const line = 1',        'const line = 20',        ['const line = [1]', 'const line = [20]']],
  ['words beside another', 'say hello there to me', 'say good bye to me',     ['say [hello there] to me', 'say [good bye] to me']],
  ['words in two places',  'f(a, b, same, same)',   'f(x, b, same, other)',   ['f([a], b, same, [same])', 'f([x], b, same, [other])']],
  ['something put in',     'return fetch(url)',     'return await fetch(url)',['return fetch(url)', 'return [await ]fetch(url)']],
  ['a character unseen',   'if (isAdmin) go()',     'if (isAdmin\u200b) go()',['if (isAdmin) go()', 'if (isAdmin[\u200b]) go()']],
  ['spaces alone',         'a  = b',                'a = b',                  ['a[  ]= b', 'a[ ]= b']],
] as const)('what changed within a line is found: %s', ([, before, after, expected]) => {
  expect(told(before, after)).toEqual(expected)
})

test.for([
  ['the same', 'a', 'a'],
  ['two lines that share next to nothing', 'const a = 1', 'export function go() {'],
  ['a line that is too long', `${'x '.repeat(251)}a`, 'x a'],
  ['too many words to compare', 'a '.repeat(160).trim(), 'b '.repeat(160).trim()],
])('nothing is told of %s', ([, before = '', after = '']) => {
  expect(told(before, after)).toBeNull()
})

test('what is not marked is the same on both sides, in its order', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab1 .(\u0301\u200b\u05d0', '👍'), maxLength: 40 })
  const kept = (text: string, stretches: readonly { from: number; to: number }[]) =>
    stretches
      .toReversed()
      .reduce((all, { from, to }) => all.slice(0, from) + all.slice(to), text)
      .replaceAll(/\s+/g, '')
  const isSame = fc.property(line, line, (before, after) => {
    const changed = changedWords(before, after)
    return changed === null || kept(before, changed.old) === kept(after, changed.new)
  })
  expect(fc.check(isSame)).toMatchObject({ failed: false })
})

test('a removed line is compared with the added one beside it, and a line alone with none', () => {
  const line = (kind: ShownLine['kind'], text: string) => ({ kind, text }) as ShownLine
  const lines = [
    line('context', 'same'),
    line('removed', 'const a = 1'),
    line('removed', 'const b = 2'),
    line('added', 'const a = 3'),
    line('context', 'same'),
    line('added', 'const c = 4'),
  ]
  const file = { hunks: [{ lines }] } as unknown as ShownFile
  const marks = lines.map((one) => wordMarks(file, one))
  expect(marks).toEqual([[], [{ from: 10, to: 11 }], [], [{ from: 10, to: 11 }], [], []])
  // The same list again, so that a line that is drawn anew is not another one.
  expect(lines.map((one) => wordMarks(file, one)).every((list, at) => list === marks[at])).toBe(true)
})
