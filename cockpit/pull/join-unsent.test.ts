import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { NOTHING_UNSENT } from '../../src/model/with-unsent.ts'
import { joinUnsent, type OnServer } from './join-unsent.ts'
import { changeUnsent, type Kept, readUnsent } from './unsent.ts'

const draft = (id: string, text = 'Louder.'): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'blocking', text, anchor: null, suggestion: null },
})
const thread = ({ id, kind, text, suggestion }: Draft): OnServer['threads'][number] => ({
  ...{ id, kind, suggestion, messages: [{ by: { kind: 'person', id: 'rob' }, at: '', text }] },
})
const empty = readUnsent(null)
const ids = ({ drafts }: { readonly drafts: readonly Draft[] }) => drafts.map(({ id }) => id)
const join = (kept: Kept, drafts: readonly Draft[], sent: readonly Draft[] = []) =>
  joinUnsent(kept, { drafts, unsent: NOTHING_UNSENT, threads: sent.map(thread) }, (old) =>
    ThreadId.parse(`${old}-again`),
  )
const save = (kept: Kept): Kept => ({ ...kept, isSaved: true, removed: [] })

test('what the server never got is there again after a reload, beside what was written elsewhere', () => {
  const written = changeUnsent(empty, { drafts: [draft('here', 'half a sen')] }, 1)
  const joined = join(readUnsent(JSON.stringify(written)), [draft('elsewhere')])
  expect(ids(joined)).toEqual(['elsewhere', 'here'])
})

test('what the server has is the truth once everything was saved', () => {
  const saved = { ...changeUnsent(empty, { drafts: [draft('old')] }, 1), isSaved: true }
  expect(ids(join(saved, [draft('new')]))).toEqual(['new'])
})

test('a draft that was thrown away does not come back from the server', () => {
  const before = join(empty, [draft('a'), draft('b')])
  const after = changeUnsent(before, { drafts: [draft('b')] }, 1)
  expect(ids(join(after, [draft('a'), draft('b')]))).toEqual(['b'])
})

test('of a draft that both have, the one that was not saved yet counts', () => {
  const kept = changeUnsent(join(empty, [draft('a', 'one')]), { drafts: [draft('a', 'one two')] }, 1)
  expect(join(kept, [draft('a', 'one')]).drafts[0]?.text).toBe('one two')
})

test('what was submitted on another page is no draft any more', () => {
  const before = join(empty, [draft('a'), draft('b')])
  expect(join(before, [draft('b')], [draft('a')])).toMatchObject({ drafts: [{ id: 'b' }], isSaved: true })
})

test('a draft that was changed on another page and submitted there goes as well, also beside unsaved ones', () => {
  const before = changeUnsent(join(empty, [draft('a')]), { drafts: [draft('b')] }, 1)
  const both = { ...before, drafts: [...join(empty, [draft('a')]).drafts, ...before.drafts], removed: [] }
  expect(ids(join(both, [], [draft('a', 'Louder, please.')]))).toEqual(['b'])
})

test.each([
  ['not saved', (kept: Kept) => kept],
  ['saved, behind the back of the page that submitted it', save],
])('what was written on in a draft that was submitted elsewhere is a new draft: %s', (_, then) => {
  const anchor = {
    path: 'a',
    side: 'new',
    kind: 'lines',
    first: 2,
    last: 2,
    quote: ['x'],
    before: [],
    after: [],
  } as const
  const begun = { ...draft('a'), anchor, round: 1 }
  const typed = then(changeUnsent(join(empty, [begun]), { drafts: [{ ...begun, text: 'Louder, and' }] }, 1))
  const after = join(typed, [], [begun])
  expect(after.drafts).toEqual([{ ...begun, id: 'a-again', text: 'Louder, and' }])
  expect(after).toMatchObject({ isSaved: false, written: ['a-again'], again: { a: 'a-again' } })
  expect(join(after, [], [begun])).toBe(after)
  // It may be submitted elsewhere once more; the box in which it is written stays the same.
  const more = changeUnsent(after, { drafts: after.drafts.map((one) => ({ ...one, text: 'Louder, and so on' })) }, 2)
  const twice = join(more, [], [begun, ...after.drafts])
  expect(ids(twice)).toEqual(['a-again-again'])
  expect(twice.again).toEqual({ a: 'a-again-again', 'a-again': 'a-again-again' })
})

test('a changed kind or suggestion is something written, and space around the words is not', () => {
  const begun = { ...draft('a'), suggestion: 'x' }
  const goesOn = (to: Partial<Draft>) =>
    ids(join(changeUnsent(join(empty, [begun]), { drafts: [{ ...begun, ...to }] }, 1), [], [begun]))
  expect(goesOn({ kind: 'nit' })).toEqual(['a-again'])
  expect(goesOn({ suggestion: 'y' })).toEqual(['a-again'])
  expect(goesOn({ text: ' Louder.\n' })).toEqual([])
  expect(goesOn({ text: '', suggestion: null })).toEqual([])
})

test('words that the server refused are there after a reload, as a new draft', () => {
  const typed = changeUnsent(join(empty, [draft('a')]), { drafts: [draft('a', 'Louder, and')] }, 1)
  const again = readUnsent(JSON.stringify(typed))
  expect(join(again, [], [draft('a')]).drafts).toEqual([draft('a-again', 'Louder, and')])
})

test('what was saved here, finished elsewhere and submitted there does not come back after a reload', () => {
  const typed = save(changeUnsent(empty, { drafts: [draft('a', 'Lou')] }, 1))
  const again = readUnsent(JSON.stringify(typed))
  expect(join(again, [], [draft('a')]).drafts).toEqual([])
})

test('an open box stays open, and words keep their spaces while they are typed', () => {
  const typed = save(changeUnsent(empty, { drafts: [draft('a', 'Louder, '), draft('b', '')] }, 1))
  expect(join(typed, [draft('a', 'Louder,')])).toBe(typed)
  const only = { ...draft('c', ''), suggestion: 'x' }
  const suggested = save(changeUnsent(empty, { drafts: [only] }, 1))
  expect(join(suggested, [{ ...only, text: 'Suggested change.' }])).toBe(suggested)
  // A thread begins with words, so the server has some, and nobody has typed them.
  expect(join(empty, [{ ...only, text: 'Suggested change.' }]).drafts).toEqual([only])
})

test('what was changed or thrown away on another page is so here', () => {
  const typed = save(changeUnsent(empty, { drafts: [draft('a'), draft('b')] }, 1))
  const after = join(typed, [draft('a', 'Louder, please.')])
  expect(after.drafts).toEqual([draft('a', 'Louder, please.')])
  // Nobody has written those words here.
  expect(join(after, [], [draft('a', 'Loudest.')]).drafts).toEqual([])
})
