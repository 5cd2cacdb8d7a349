import { expect, test } from 'vitest'
import type { DiffLine, FileDiff, Hunk } from './diff.ts'
import { fileHash, hunkHash } from './hunk-hash.ts'

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

test('a hunk keeps its name when lines move and neighbours change, and loses it when its own lines do', () => {
  const name = hunkHash(aHunk('-x|+y| z'))
  expect(hunkHash(aHunk(' q|-x|+y', 90))).toBe(name)
  for (const other of ['-x|+z| z', '+y| z', '-x|-y', '+x|-y']) expect(hunkHash(aHunk(other))).not.toBe(name)
  expect(hunkHash(aHunk('-x+|y| z'))).not.toBe(name)
})

test('a file is the same as long as its hunks say the same, in the same place, as often', () => {
  const name = fileHash(aFile('a', aHunk('+y')))
  expect(fileHash(aFile('a', aHunk('+y')))).toBe(name)
  // What somebody has looked at in one place is not looked at in another.
  expect(fileHash(aFile('a', aHunk('+y', 9)))).not.toBe(name)
  expect(fileHash(aFile('a', aHunk('+y| z')))).not.toBe(name)
  expect(fileHash(aFile('a', aHunk('+z')))).not.toBe(name)
  expect(fileHash(aFile('a', aHunk('+y'), aHunk('+y', 20)))).not.toBe(name)
})

test('a new mode, a new name and bytes that are no text make another of it', () => {
  const plain = aFile('a', aHunk('+y'))
  const at = { path: 'a', mode: '100644', object: '1'.repeat(40) }
  const bytes = (object: string): FileDiff => ({ ...plain, binary: true, hunks: [], new: { ...at, object } })
  const all = [
    plain,
    { ...plain, new: { ...at, mode: '100755' } },
    { ...plain, status: 'renamed' as const, old: { ...at, path: 'b' } },
    bytes('2'.repeat(40)),
    bytes('3'.repeat(40)),
  ]
  expect(new Set(all.map(fileHash)).size).toBe(all.length)
})
