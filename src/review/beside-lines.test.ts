import { expect, test } from 'vitest'
import type { ChangedFile } from '../model/pull.ts'
import type { DiffLine, Hunk } from './diff.ts'
import { knownHunk } from './known-hunk.ts'
import { RoundIndex } from './round-index.ts'
import { RoundsCompared } from './where-stands.ts'

const KINDS = { '-': 'removed', '+': 'added', ' ': 'context' } as const

/** `-old`, `+new`, ` same`; a last line that ends in `$` has no end in the file. */
function aHunk(lines: readonly string[]): Hunk {
  const read = lines.map((line): DiffLine => {
    const kind = KINDS[line[0] as '-']
    return line.endsWith('$') ? { kind, text: line.slice(1, -1), unended: true } : { kind, text: line.slice(1) }
  })
  return { old: { start: 1, count: 1 }, new: { start: 1, count: 1 }, lines: read }
}

function aFile(path: string, ...hunks: readonly (readonly string[])[]): ChangedFile {
  const now = { mode: '100644', object: JSON.stringify([path, hunks]) }
  const known = hunks.map((lines) => knownHunk(aHunk(lines)))
  return { path, old_path: null, change: 'modified', hash: now.object, now, hunks: known }
}

/** Where the first hunk of a file stands by now. */
function stands(then: readonly ChangedFile[], now: readonly ChangedFile[]): readonly string[] {
  const [file] = then as [ChangedFile]
  const compared = new RoundsCompared(new RoundIndex(then), new RoundIndex(now))
  const places = compared.whereStands({ path: file.path, hunk: file.hunks[0]?.hash ?? '' })
  return places.map(({ path, number }) => `${path}#${number}`)
}

const ONE = '+Every night the whole archive is deleted.'
const TWO = '+Nobody is asked before that, nor told of it.'
const PUT_IN = [' before', ONE, TWO, ' behind']
const CHANGED = [' before', '-Once a year the archive is looked through.', ONE, TWO, ' behind']

test.for<[what: string, then: readonly string[], now: readonly string[], stands: boolean]>([
  ['a new line before', PUT_IN, [' before', '+Now.', ONE, TWO, ' behind'], true],
  ['a new line behind', PUT_IN, [' before', ONE, TWO, '+Now.', ' behind'], true],
  ['a new line on both sides', PUT_IN, ['+What follows', ONE, TWO, '+was wanted'], true],
  ['a new line before what is put in the place of another', CHANGED, [CHANGED[1] ?? '', '+Now.', ONE, TWO], true],
  ['another line taken out as well', CHANGED, ['-And this.', ...CHANGED.slice(1)], true],
  [
    'lines that are taken out, and one put in',
    ['-A licence', '-of very many words'],
    ['-A licence', '-of very many words', '+MIT'],
    true,
  ],
  ['no end of the file behind it any more', [ONE, `${TWO}$`], [ONE, TWO, '+Now.'], true],
  ['both of two stretches, each with a line beside it', [ONE, ' same', '+}'], ['+x', ONE, ' same', '+y', '+}'], true],
  ['a new line between', PUT_IN, [' before', ONE, '+Now.', TWO, ' behind'], false],
  ['another order', PUT_IN, [' before', TWO, ONE, ' behind'], false],
  ['one line of two', PUT_IN, [' before', ONE, '+Now.', ' behind'], false],
  ['one of its lines changed', PUT_IN, ['+Now.', ONE, `${TWO}..`, ' behind'], false],
  ['what is taken out left alone', CHANGED, [' before', '+Now.', ONE, TWO, ' behind'], false],
  ['put in, what was taken out', ['-A licence of many words'], ['+A licence of many words', '+MIT'], false],
  ['one of two stretches', [ONE, ' same', '+}'], ['+x', ONE, ' same', '-}'], false],
  ['too little to be known among others', ['+return null'], ['+return null', '+}'], false],
  [
    'the end of a file taken away and given',
    ['-No end of any kind$', '+No end of any kind'],
    ['-x', '-No end of any kind', '+No end of any kind$'],
    false,
  ],
])('a part of a file that comes back with %s', ([, then, now, isThere]) => {
  expect(stands([aFile('a', then)], [aFile('a', ['+first'], now)])).toEqual(isThere ? ['a#2'] : [])
})

test('what had lines beside it already, and was not judged there, is another part', () => {
  const other = ['+x', ONE, '+y']
  expect(stands([aFile('a', [ONE], other)], [aFile('a', other)])).toEqual([])
  expect(stands([aFile('a', [ONE], other)], [aFile('a', [ONE, '+z'], other)])).toEqual(['a#1'])
})

test('every place of a file is one, so that accepting the first leaves the others', () => {
  const then = aFile('a', [ONE])
  expect(stands([then], [aFile('a', [ONE], ['+x', ONE], ['+y', ONE])])).toEqual(['a#1', 'a#2', 'a#3'])
})

const THREE = [ONE, TWO, '+So be careful.']

test('in another file three lines are known with others beside them, and fewer only by themselves', () => {
  const among = (...lines: string[]) => ['+x', ...lines, '+y', '+', '+z']
  expect(stands([aFile('a', THREE)], [aFile('b', among(...THREE))])).toEqual(['b#1'])
  expect(stands([aFile('a', THREE)], [aFile('b', among(ONE, TWO))])).toEqual([])
  expect(stands([aFile('a', [ONE, TWO])], [aFile('b', among(ONE, TWO))])).toEqual([])
  expect(stands([aFile('a', [ONE, TWO])], [aFile('b', [ONE, TWO, '+', '+z'])])).toEqual(['b#1'])
})
