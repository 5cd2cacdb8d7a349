import { expect, test } from 'vitest'
import { carryMarks } from './carry-marks.ts'
import type { DiffLine, FileDiff, Hunk } from './diff.ts'
import { fileHash, hunkHash, partsIn, partsOf } from './hunk-hash.ts'

/** `-old +new  same`, at some line. */
function aHunk(words: string, start = 1): Hunk {
  const kinds = { '-': 'removed', '+': 'added', ' ': 'context' } as const
  const lines = words.split('|').map((word): DiffLine => ({ kind: kinds[word[0] as '-'], text: word.slice(1) }))
  return { old: { start, count: 1 }, new: { start, count: 1 }, lines }
}

function aFile(path: string, ...hunks: Hunk[]): FileDiff {
  const side = { path, mode: '100644', object: '1'.repeat(40) }
  return { status: 'modified', old: side, new: side, binary: false, hunks }
}

const none = { accepted: [], rejected: [], viewed: {} }
const hashesOf = (...files: FileDiff[]) => partsIn(files).map(({ hash }) => hash)

test('a hunk keeps its name when lines move and neighbours change, and loses it when its own lines do', () => {
  const name = hunkHash('a', aHunk('-x|+y| z'))
  expect(hunkHash('a', aHunk(' q|-x|+y', 90))).toBe(name)
  for (const other of ['-x|+z| z', '+y| z', '-x|-y', '+x|-y']) expect(hunkHash('a', aHunk(other))).not.toBe(name)
  expect(hunkHash('b', aHunk('-x|+y| z'))).not.toBe(name)
  expect(hunkHash('a', aHunk('-x+|y| z'))).not.toBe(name)
})

test('what was accepted needs no second look, wherever it moved', () => {
  const [kept, changed] = [aHunk('-x|+y'), aHunk('-p|+q', 50)]
  const marks = { ...none, accepted: hashesOf(aFile('a', kept, changed)) }
  const next = aFile('a', aHunk(' n|-x|+y', 7), aHunk('-p|+r', 56))
  expect(carryMarks(marks, [next]).accepted).toMatchObject([{ path: 'a', hunk: next.hunks[0] }])
})

test('a second hunk that reads like the accepted one is not accepted with it', () => {
  const marks = { ...none, accepted: hashesOf(aFile('a', aHunk('+y'))) }
  expect(carryMarks(marks, [aFile('a', aHunk('+y'), aHunk('+y', 20))]).accepted).toEqual([])
})

test('a part that was sent back and comes back unchanged is flagged, and never counts as accepted', () => {
  const hashes = hashesOf(aFile('a', aHunk('+y')))
  const carried = carryMarks({ ...none, accepted: hashes, rejected: hashes }, [aFile('a', aHunk('+y', 5))])
  expect(carried).toMatchObject({ accepted: [], returned: [{ path: 'a' }] })
})

test('a file stays seen as long as its hunks say the same', () => {
  const [one, two] = [aFile('a', aHunk('+y')), aFile('b', aHunk('+y'))]
  const marks = { ...none, viewed: { a: fileHash(one), b: fileHash(two) } }
  expect(carryMarks(marks, [aFile('a', aHunk('+y', 9)), aFile('b', aHunk('+z'))]).viewed).toEqual(['a'])
  expect(carryMarks(marks, [aFile('toString', aHunk('+y'))]).viewed).toEqual([])
})

test('a new mode, a new name and bytes that are no text are parts of their own', () => {
  const plain = aFile('a', aHunk('+y'))
  const run: FileDiff = { ...plain, new: { path: 'a', mode: '100755', object: '1'.repeat(40) } }
  const bytes = (object: string): FileDiff => ({
    ...plain,
    binary: true,
    hunks: [],
    new: { path: 'a', mode: '100644', object },
  })
  expect(partsOf(plain)).toHaveLength(1)
  expect(partsOf(run)).toHaveLength(2)
  expect(carryMarks({ ...none, accepted: hashesOf(plain) }, [run]).accepted).toHaveLength(1)
  expect(fileHash(run)).not.toBe(fileHash(plain))
  expect(fileHash(bytes('2'.repeat(40)))).not.toBe(fileHash(bytes('3'.repeat(40))))
})
