import { expect, test } from 'vitest'
import { Anchor } from '../model/anchor.ts'
import { LONGEST_LINE } from '../model/kept-line.ts'
import { cutLine } from './cut-line.ts'
import { fitsText } from './fits-text.ts'

const TEXT = 'one\ntwo\nthree\nfour\n'
const LONG = 'a'.repeat(12_000)
/** A character lies across the place where it is cut. */
const ACROSS = `${'a'.repeat(LONGEST_LINE - 1)}😀b`
const SHOWN = cutLine({ kind: 'context', text: ACROSS, old: 2, new: 2 }).text
const anchor = (given: object) =>
  Anchor.parse({
    path: 'a.md',
    side: 'new',
    first: 2,
    last: 3,
    quote: ['two', 'three'],
    before: [],
    after: [],
    ...given,
  })

test.for<[what: string, given: object, text: string]>([
  ['its lines', {}, TEXT],
  ['the lines around them', { before: ['one'], after: ['four'] }, TEXT],
  ['the last line, which has no end', { first: 4, last: 4, quote: ['four'] }, TEXT.trimEnd()],
  ['a carriage return, which is part of the line', { quote: ['two\r', 'three\r'] }, TEXT.replaceAll('\n', '\r\n')],
  ['what is kept of an endless line', { first: 2, last: 2, quote: [LONG.slice(0, 10_000)] }, `one\n${LONG}\n`],
  ['what is shown of a line that is cut at a character', { first: 2, last: 2, quote: [SHOWN] }, `one\n${ACROSS}\n`],
  ['such a line around it', { first: 2, last: 2, quote: ['two'], before: [SHOWN] }, `${ACROSS}\ntwo\n`],
  ['the line that an empty file could have', { first: 1, last: 1, quote: [''] }, ''],
])('an anchor fits where it names %s', ([, given, text]) => {
  expect(fitsText(anchor(given), text)).toBe(true)
})

test.for<[what: string, given: object]>([
  ['lines that are not there', { first: 900, last: 900, quote: ['two'] }],
  ['lines that go on behind the end', { first: 4, last: 5, quote: ['four', ''] }],
  ['other words', { quote: ['two', 'rm -rf /'] }],
  ['its own words elsewhere', { first: 1, last: 2 }],
  ['other lines before it', { before: ['zero'] }],
  ['more lines before it than there are', { before: ['', 'one'] }],
  ['other lines after it', { after: ['five'] }],
  ['more lines after it than there are', { after: ['four', ''] }],
  ['an empty line behind the end', { first: 5, last: 5, quote: [''] }],
])('it does not where it names %s', ([, given]) => {
  expect(fitsText(anchor(given), TEXT)).toBe(false)
})
