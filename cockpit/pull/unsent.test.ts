import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { NOTHING_UNSENT } from '../../src/model/with-unsent.ts'
import { suggesting } from '../../src/review/suggesting.ts'
import { joinUnsent } from './join-unsent.ts'
import { afterReview, changesNothing, changeUnsent, readUnsent, saying, toSave, withReply } from './unsent.ts'

const draft = (id: string, text = 'Louder.'): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'blocking', text, anchor: null, suggestion: null },
})
const empty = readUnsent(null)
const ids = ({ drafts }: { readonly drafts: readonly Draft[] }) => drafts.map(({ id }) => id)

test('what is written in threads is there again after a reload, and a box without words is not', () => {
  const begun = withReply(empty.replies, 't1', { wants: 'reply', text: 'half a sen' })
  const written = changeUnsent(empty, { replies: withReply(begun, 't2', { wants: 'reopen', text: ' ' }) }, 1)
  const again = readUnsent(JSON.stringify(written))
  expect(again.replies).toEqual({ t1: { wants: 'reply', text: 'half a sen' } })
  expect(again.isSaved).toBe(true)
  expect(withReply(again.replies, 't1', null)).toEqual({})
})

test('what is broken in the storage of a browser is nothing', () => {
  expect(readUnsent('{').drafts).toEqual([])
})

test('an open box that nobody wrote in is no draft, and a suggestion alone is one', () => {
  const drafts = [draft('a', ' '), { ...draft('b', ''), suggestion: 'x' }, draft('c', 'Why?')]
  expect(saying(drafts).map(({ id, text }) => [id, text])).toEqual([
    ['b', 'Suggested change.'],
    ['c', 'Why?'],
  ])
})

test('a suggestion that changes nothing says nothing, and beside words only the words are sent', () => {
  const anchor = {
    path: 'a',
    side: 'new',
    kind: 'lines',
    first: 1,
    last: 2,
    quote: ['x', 'y'],
    before: [],
    after: [],
  } as const
  const idle = { ...draft('a', ''), anchor, suggestion: 'x\ny' }
  const drafts = [
    idle,
    { ...idle, ...draft('b', 'Why?'), anchor, suggestion: 'x\ny' },
    { ...draft('c', ''), anchor, suggestion: 'x' },
  ]
  expect(ids({ drafts: saying(drafts) })).toEqual(['b', 'c'])
  expect(toSave({ drafts, removed: [] })).toMatchObject({ removed: ['a'] })
  expect(drafts.map(changesNothing)).toEqual([true, true, false])
  expect(changesNothing({ anchor, suggestion: 'x\ny\n' })).toBe(true)
  expect(changesNothing({ anchor, suggestion: null })).toBe(false)
})

test('lines of which the last is empty are no other ones until somebody changes them', () => {
  const of = (quote: string[]) => ({
    ...{ path: 'a.md', side: 'new', kind: 'lines', first: 1, last: quote.length, quote, before: [], after: [] },
  })
  for (const quote of [['x', ''], [''], ['', '']]) {
    const anchor = of(quote) as Draft['anchor']
    expect(changesNothing({ anchor, suggestion: suggesting(quote) })).toBe(true)
    expect(changesNothing({ anchor, suggestion: suggesting(quote.slice(1)) })).toBe(false)
  }
})

test('what was thrown away, and what no longer says anything, is named to the server, which keeps the rest', () => {
  const before = { ...empty, drafts: [draft('a'), draft('b'), draft('c')] }
  const after = changeUnsent(before, { drafts: [draft('b', ' '), draft('c')] }, 1)
  expect(toSave(after)).toMatchObject({ drafts: [{ id: 'c' }], removed: ['a', 'b'] })
})

test('a submitted review takes along what it says, and nothing that came meanwhile or is written in threads', () => {
  const replies = { t1: { wants: 'reply', text: 'half a sen' } } as const
  const text = 'In all, good.'
  const before = { ...changeUnsent(empty, { drafts: [draft('a'), draft('b'), draft('c', ' ')], replies, text }, 1) }
  const after = afterReview(before, [ThreadId.parse('a')], 2)
  expect(after).toMatchObject({ drafts: [{ id: 'b' }], replies, text: '', isSaved: false, at: 2 })
  expect(afterReview(before, ids(before), 2)).toMatchObject({ drafts: [], isSaved: true })
})

test('what was thrown away just before a review stays away, though the server has not heard of it yet', () => {
  const saved = { ...empty, drafts: [draft('a'), draft('b'), draft('c')] }
  const before = changeUnsent(saved, { drafts: [draft('b'), draft('c', ' ')] }, 1)
  const after = afterReview(before, [ThreadId.parse('b')], 2)
  expect(after).toMatchObject({ drafts: [], removed: ['a', 'c'], isSaved: false })
  const threads = [{ ...draft('b'), messages: [] }]
  expect(joinUnsent(after, { drafts: saved.drafts, unsent: NOTHING_UNSENT, threads }, (id) => id).drafts).toEqual([])
})

test('a box that was emptied and not saved is closed after a reload, and the server is told', () => {
  const read = changeUnsent({ ...empty, drafts: [draft('a')] }, { drafts: [draft('a', ' ')] }, 1)
  const again = readUnsent(JSON.stringify(read))
  expect(again).toMatchObject({ drafts: [], removed: ['a'], isSaved: false })
})

test('words that a browser once took over from the server, and nobody has typed, are gone', () => {
  const was = { ...draft('a', 'Suggested change.'), suggestion: 'x' }
  const kept = { ...changeUnsent(empty, { drafts: [was, draft('b', 'Suggested change.')] }, 1), isSaved: true }
  const words = readUnsent(JSON.stringify(kept)).drafts.map(({ text }) => text)
  expect(words).toEqual(['', 'Suggested change.'])
})
