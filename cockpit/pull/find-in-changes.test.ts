import { expect, test } from 'vitest'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import { compileRegex } from './compile-regex.ts'
import { findInChanges, lineMatcher, rowOfLine, type Wanted, wordFinder } from './find-in-changes.ts'
import type { Row } from './row.ts'

const FILES = [
  aShownFile('a.ts', [aHunk(1, ['-const Wait = 1', '+const wait = 2', ' other'])]),
  aShownFile('b.ts', [aHunk(7, ['+await wait'])]),
]

const matching = (text: string, how: Partial<Wanted> = {}) =>
  lineMatcher({ text, isExact: false, isRegex: false, ...how }, compileRegex)
const places = (text: string, how: Partial<Wanted> = {}) =>
  findInChanges(FILES, matching(text, how)).map(({ file, old, new: now }) => [file.path, old, now])

test('lines are found in every file, whatever their letters', () => {
  expect(places('WAIT')).toEqual([
    ['a.ts', 1, undefined],
    ['a.ts', undefined, 1],
    ['b.ts', undefined, 7],
  ])
})

test('letters count where somebody says so', () => {
  expect(places('Wait', { isExact: true })).toEqual([['a.ts', 1, undefined]])
})

test('a regular expression is searched for, whatever its letters or exactly', () => {
  expect(places('^const W\\w+ = \\d$', { isRegex: true })).toHaveLength(2)
  expect(places('^const W\\w+ = \\d$', { isRegex: true, isExact: true })).toEqual([['a.ts', 1, undefined]])
  expect(places('a.*wait$', { isRegex: true })).toEqual([['b.ts', undefined, 7]])
})

test('one that can not be read says why, and one that can not be prepared yet finds nothing', () => {
  // What is quoted is what was typed, and nothing of ours.
  const why = /^The regular expression cannot be read: missing closing \): `\(`\.$/
  expect(() => matching('(', { isRegex: true })).toThrow(why)
  expect(lineMatcher({ text: 'wait', isExact: false, isRegex: true }, undefined)('wait')).toBe(false)
})

test.for([
  ['WAIT', {}, ['wait', 'Wait']],
  ['Wait', { isExact: true }, ['Wait']],
  ['aa', {}, ['aa']],
  ['w\\w+', { isRegex: true }, ['wait', 'Wait']],
  ['w\\w+', { isRegex: true, isExact: true }, ['wait']],
  ['x*', { isRegex: true }, []],
] as const)('%s: what is found of a line are these words: %o', ([text, how, words]) => {
  const line = 'aaa wait, Wait'
  const find = wordFinder({ text, isExact: false, isRegex: false, ...how }, compileRegex)
  expect(find?.(line).map(({ from, to }) => line.slice(from, to))).toEqual(words)
})

test('where a letter is longer in the other case no word is set off, rather than another one', () => {
  const find = wordFinder({ text: 'wait', isExact: false, isRegex: false }, compileRegex)
  expect(find?.('İ wait')).toEqual([])
})

test('nothing is looked for where nothing is said', () => {
  expect(wordFinder({ text: ' ', isExact: false, isRegex: false }, compileRegex)).toBeNull()
  expect(places(' ')).toEqual([])
})

test('in a file that is shown as it reads, a line is found in its block', () => {
  const file = aShownFile('a.md', [])
  const block = (did: string, first: number, last: number) =>
    ({ is: 'block', key: `${did} ${first}`, file, did, block: { first, last } }) as unknown as Row
  const rows = [block('removed', 1, 3), block('added', 1, 2), block('kept', 4, 9)]
  const at = (side: 'old' | 'new', line: number) => rowOfLine(rows, { path: 'a.md', side, line })?.key
  expect([at('old', 2), at('new', 2), at('new', 7), at('new', 3)]).toEqual([
    'removed 1',
    'added 1',
    'kept 4',
    undefined,
  ])
})
