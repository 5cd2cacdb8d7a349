import { expect, test } from 'vitest'
import type { ChangedFile } from '../model/pull.ts'
import { RoundIndex } from './round-index.ts'
import { RoundsCompared } from './where-stands.ts'

/** Hunks of a file by their names. Capital letters say enough to be known elsewhere, small ones in their own file, digits only by themselves. */
function aFile(path: string, names: string, more: Partial<ChangedFile> = {}): ChangedFile {
  const hunks = names
    .split(' ')
    .filter(Boolean)
    .map((name) => ({
      hash: name,
      does: /[a-z]/i.test(name) ? name.split('') : [],
      adds: /[A-Z]/.test(name) ? name.toUpperCase().split('') : [],
    }))
  const now = { mode: '100644', object: `${more.old_path ?? path} with ${names}` }
  return { path, old_path: null, change: 'modified', hash: `${path}: ${names}`, now, hunks, ...more }
}

const added = (path: string, names: string, object = names): ChangedFile =>
  aFile(path, names, { change: 'added', now: { mode: '100644', object } })
const renamed = (from: string, path: string, names: string): ChangedFile =>
  aFile(path, names, { change: 'renamed', old_path: from })

/** Where a hunk, or the whole file, stands by now: `path` or `path#2`. */
function stands(part: readonly [path: string, hunk: string | null], then: ChangedFile[], now: ChangedFile[]) {
  const compared = new RoundsCompared(new RoundIndex(then), new RoundIndex(now))
  return compared
    .whereStands({ path: part[0], hunk: part[1] })
    .map(({ path, number }) => (number === null ? path : `${path}#${number}`))
}

test.for<[what: string, now: ChangedFile[], where: string[]]>([
  ['in its file', [aFile('a', 'x y')], ['a#2']],
  ['beside another change', [aFile('a', 'x yz')], ['a#2']],
  ['in its file that was moved', [renamed('a', 'b', 'y')], ['b#1']],
  ['in its file that was moved, among other changes', [renamed('a', 'b', 'w zy')], ['b#2']],
  ['changed', [aFile('a', 'x z')], []],
  ['nowhere, though another file says the same', [aFile('c', 'y')], []],
  ['in a file that no line shows any more', [aFile('a', '', { unshown: 'excess' })], ['a']],
  ['nowhere, where only the mode is left', [aFile('a', '')], []],
  ['nowhere', [], []],
])('a hunk of a file of main: %s', ([, now, where]) => {
  expect(stands(['a', 'y'], [aFile('a', 'x y')], now)).toEqual(where)
})

test('a hunk that says little is known by all of it, in its own file alone', () => {
  const then = [aFile('a', '1')]
  expect(stands(['a', '1'], then, [aFile('a', 'x 1')])).toEqual(['a#2'])
  expect(stands(['a', '1'], then, [renamed('a', 'b', '1')])).toEqual(['b#1'])
  expect(stands(['a', '1'], then, [aFile('a', 'x1'), aFile('c', '1')])).toEqual([])
})

test('a hunk that says enough is found in every other file that puts it in, also among more', () => {
  const then = [aFile('a', 'Y')]
  expect(stands(['a', 'Y'], then, [aFile('c', 'x Y'), added('d', 'XYZ')])).toEqual(['c#2', 'd#1'])
  expect(stands(['a', 'Y'], then, [aFile('a', 'Y'), aFile('c', 'Y')])).toEqual(['a#1', 'c#1'])
})

test('what stood elsewhere already, and was not judged there, is not what was judged', () => {
  const then = [aFile('a', 'Y'), aFile('c', 'Y'), added('d', 'Y')]
  expect(stands(['a', 'Y'], then, [aFile('c', 'Y'), added('d', 'Y')])).toEqual([])
  expect(stands(['a', 'Y'], then, [renamed('c', 'e', 'Y')])).toEqual([])
  expect(stands(['a', 'Y'], then, [aFile('c', 'Y'), aFile('f', 'Y')])).toEqual(['f#1'])
})

test.for<[what: string, then: ChangedFile, now: ChangedFile[], where: string[]]>([
  ['a new file under another name', added('a', '1'), [added('b', '1')], ['b']],
  ['a new file under another name that says more', added('a', '1'), [added('b', '12')], []],
  ['one that is still there, and another with the same bytes', added('a', '1'), [aFile('a', '2'), added('b', '1')], []],
  ['an empty file', added('a', '', EMPTY()), [added('b', '', EMPTY())], []],
  ['bytes that are no text', added('a', '', 'picture'), [added('b', '', 'picture')], ['b']],
  ['a file of main, moved', aFile('a', 'x y'), [renamed('a', 'b', 'x y')], ['b']],
  ['a file of main, moved and changed', aFile('a', 'x y'), [renamed('a', 'b', 'x')], []],
  [
    'a file of main, moved so that git calls it new',
    aFile('a', 'x'),
    [gone('a'), sameBytes(aFile('a', 'x'), 'b')],
    ['b'],
  ],
  ['a file of main as it was, and another one with its bytes', aFile('a', 'x'), [sameBytes(aFile('a', 'x'), 'b')], []],
  ['its lines in other places of it', aFile('a', 'x y', { hash: 'before' }), [aFile('a', 'x y')], ['a']],
  ['a mode that was put back', executable(aFile('a', 'x')), [aFile('a', 'x')], []],
  ['a mode that came back under another name', executable(aFile('a', '')), [executable(renamed('a', 'b', ''))], ['b']],
  ['a new name alone, which is another one by now', renamed('a', 'b', ''), [renamed('a', 'c', '')], []],
  ['a new name alone', renamed('a', 'b', ''), [renamed('a', 'b', '')], ['b']],
  ['all that it puts in, in another file', aFile('a', 'X Y'), [aFile('c', 'XY')], ['c#1']],
  ['some of what it puts in, in another file', aFile('a', 'X Y'), [aFile('c', 'X')], []],
])('a whole file: %s', ([, then, now, where]) => {
  expect(stands([then.path, null], [then], now)).toEqual(where)
})

function EMPTY(): string {
  return 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
}

function sameBytes({ now }: ChangedFile, path: string): ChangedFile {
  return aFile(path, 'q', { change: 'added', now })
}

function gone(path: string): ChangedFile {
  return aFile(path, 'gone', { change: 'deleted', now: null })
}

function executable(file: ChangedFile): ChangedFile {
  return { ...file, hash: `${file.hash}, to be run`, now: { mode: '100755', object: file.now?.object ?? '' } }
}

test('a hunk of a file that git calls new under its new name stands in all of it', () => {
  const then = aFile('a', 'x y')
  expect(stands(['a', 'y'], [then], [gone('a'), sameBytes(then, 'b')])).toEqual(['b#1'])
})

test('the same in very many files is named in a few of them', () => {
  const files = Array.from({ length: 50 }, (_, at) => added(`new-${at}`, 'Y'))
  expect(stands(['a', 'Y'], [aFile('a', 'Y')], files)).toHaveLength(20)
})
