import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { changesNothing, changeUnsent, joinUnsent, readUnsent, saying, toSave, unsentKey, withReply } from './unsent.ts'

const draft = (id: string, text = 'Louder.'): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'blocking', text, anchor: null, suggestion: null },
})
const empty = readUnsent({ getItem: () => null }, 'p')
const ids = ({ drafts }: { readonly drafts: readonly Draft[] }) => drafts.map(({ id }) => id)

test('what the server never got is there again after a reload, beside what was written elsewhere', () => {
  const written = changeUnsent(empty, { drafts: [draft('here', 'half a sen')] }, 1)
  const storage = { getItem: (key: string) => (key === unsentKey('p') ? JSON.stringify(written) : null) }
  const joined = joinUnsent(readUnsent(storage, 'p'), [draft('elsewhere')])
  expect(ids(joined)).toEqual(['elsewhere', 'here'])
})

test('what is written in threads is there again after a reload, and a box without words is not', () => {
  const begun = withReply(empty.replies, 't1', { wants: 'reply', text: 'half a sen' })
  const written = changeUnsent(empty, { replies: withReply(begun, 't2', { wants: 'reopen', text: ' ' }) }, 1)
  const again = readUnsent({ getItem: () => JSON.stringify(written) }, 'p')
  expect(again.replies).toEqual({ t1: { wants: 'reply', text: 'half a sen' } })
  expect(again.isSaved).toBe(true)
  expect(withReply(again.replies, 't1', null)).toEqual({})
})

test('what the server has is the truth once everything was saved', () => {
  const saved = { ...changeUnsent(empty, { drafts: [draft('old')] }, 1), isSaved: true }
  expect(ids(joinUnsent(saved, [draft('new')]))).toEqual(['new'])
})

test('a draft that was thrown away does not come back from the server', () => {
  const before = joinUnsent(empty, [draft('a'), draft('b')])
  const after = changeUnsent(before, { drafts: [draft('b')] }, 1)
  expect(ids(joinUnsent(after, [draft('a'), draft('b')]))).toEqual(['b'])
})

test('of a draft that both have, the one that was not saved yet counts', () => {
  const kept = changeUnsent(joinUnsent(empty, [draft('a', 'one')]), { drafts: [draft('a', 'one two')] }, 1)
  expect(joinUnsent(kept, [draft('a', 'one')]).drafts[0]?.text).toBe('one two')
})

test('what is broken in the storage of a browser is nothing', () => {
  expect(readUnsent({ getItem: () => '{' }, 'p').drafts).toEqual([])
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

test('what was thrown away, and what no longer says anything, is named to the server, which keeps the rest', () => {
  const before = joinUnsent(empty, [draft('a'), draft('b'), draft('c')])
  const after = changeUnsent(before, { drafts: [draft('b', ' '), draft('c')] }, 1)
  expect(toSave(after)).toMatchObject({ drafts: [{ id: 'c' }], removed: ['a', 'b'] })
})
