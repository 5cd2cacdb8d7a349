import { expect, test } from 'vitest'
import { foldedLines } from './folded-lines.ts'
import { fileDiff, lineDiff } from './line-diff.ts'

const signs = { kept: ' ', removed: '-', added: '+' } as const
const shown = (before: string, after: string) => lineDiff(before, after).map(({ did, text }) => `${signs[did]}${text}`)

test.for([
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb', 'a\nb', [' a', ' b']],
  ['a', 'b\na\nc', ['+b', ' a', '+c']],
  ['a\nb\nc\nd', 'a\nc\nd', [' a', '-b', ' c', ' d']],
] as const)('%j became %j', ([before, after, lines]) => {
  expect(shown(before, after)).toEqual(lines)
})

test('both texts can be read back from a comparison, also from one that is too large to be told well', () => {
  const before = Array.from({ length: 3000 }, (_, index) => `a${index % 7}`).join('\n')
  const after = Array.from({ length: 3000 }, (_, index) => `b${index % 5}`).join('\n')
  const lines = lineDiff(before, after)
  const side = (without: 'added' | 'removed') => lines.filter(({ did }) => did !== without).map(({ text }) => text)
  expect(side('added').join('\n')).toBe(before)
  expect(side('removed').join('\n')).toBe(after)
})

test('lines that go altogether leave none, and an empty one is one', () => {
  expect(lineDiff(['a'], [])).toEqual([{ did: 'removed', text: 'a' }])
  expect(lineDiff(['a'], ['']).map(({ did, text }) => `${did} ${text}`)).toEqual(['removed a', 'added '])
})

test('changes at both ends of a long text leave what is between them as it was', () => {
  const before = Array.from({ length: 6000 }, (_, index) => `line ${index}`)
  const after = ['first', ...before.slice(1, 3000), 'new', ...before.slice(3000, -1), 'last']
  const changed = lineDiff(before, after).filter(({ did }) => did !== 'kept')
  expect(changed.map(({ did, text }) => `${did} ${text}`)).toEqual([
    ...['removed line 0', 'added first', 'added new', 'removed line 5999', 'added last'],
  ])
})

test.for([
  ['a\nb\n', 'a\nb\nc\n', [' a', ' b', '+c']],
  ['a\nb\n', 'a\nb\nc', [' a', ' b', '+c|']],
  ['a\nb', 'a\nb\n', [' a', '-b|', '+b']],
  ['a\nb', 'a\nb\nc', [' a', '-b|', '+b', '+c|']],
  ['a\n', 'a\n\n', [' a', '+']],
  ['', 'a\n', ['+a']],
  ['a\n', '', ['-a']],
] as const)('of files, as git tells it, %j became %j', ([before, after, lines]) => {
  const told = fileDiff(before, after).map(({ did, text, unended }) => `${signs[did]}${text}${unended ? '|' : ''}`)
  expect(told).toEqual(lines)
})

test('a file of very many lines that all change is compared', () => {
  const [before, after] = ['a\n'.repeat(700_000), 'b\n'.repeat(700_000)]
  const lines = fileDiff(before, after)
  expect(lines).toHaveLength(1_400_000)
  expect(foldedLines(lines, 3)).toHaveLength(1_400_000)
})
