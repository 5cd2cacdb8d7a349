import { expect, test } from 'vitest'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import type { UnsentReview } from '../../src/model/unsent-review.ts'
import { NOTHING_UNSENT, withUnsent } from '../../src/model/with-unsent.ts'
import { joinKept } from './join-kept.ts'
import { changeBeside, joinBeside, savedBeside } from './save-beside.ts'
import { afterReview, changeUnsent, type Kept, readUnsent, withReply } from './unsent.ts'

const no = (path: string, reason = 'Too loud.', hunk: string | null = null): FileVerdict => ({
  ...{ path, file: `file:${path}`, hunk, verdict: 'rejected', reason },
})
const reply = (text: string) => ({ wants: 'reply', text }) as const
const empty = readUnsent(null)
const begun = changeUnsent(
  empty,
  { text: 'Mostly fine.', verdicts: [no('a file'), no('a file', 'Why?', 'h1')], replies: { t1: reply('Well') } },
  1,
)
const saved = (kept: Kept): Kept => savedBeside(kept, kept)
const sentOf = (kept: Kept): UnsentReview => withUnsent(NOTHING_UNSENT, changeBeside(kept))

test('what somebody has begun beside comments is sent once, and is there on another device as it was', () => {
  expect(sentOf(begun)).toEqual({
    text: 'Mostly fine.',
    verdicts: [no('a file'), no('a file', 'Why?', 'h1')],
    replies: { t1: reply('Well') },
  })
  expect(changeBeside(saved(begun))).toEqual({})
  expect(joinBeside(empty, sentOf(begun))).toMatchObject(sentOf(begun))
})

test('of what was saved here, the word of the server counts, and of what was not, the one here', () => {
  const there = { text: 'Fine.', verdicts: [no('b')], replies: { t1: reply('Well, no.'), t2: reply('And?') } }
  expect(joinBeside(saved(begun), there)).toMatchObject(there)
  const on = changeUnsent(saved(begun), { text: 'Mostly fine. But', verdicts: [] }, 2)
  expect(joinBeside(on, { ...there, verdicts: [no('a file'), no('b')] })).toMatchObject({
    text: 'Mostly fine. But',
    verdicts: [no('b')],
    replies: there.replies,
  })
})

test('what is thrown away here is thrown away there, and nothing else', () => {
  const there = withUnsent(sentOf(begun), { verdicts: [no('b')] })
  const less = changeUnsent(
    saved(begun),
    { verdicts: begun.verdicts.slice(0, 1), replies: withReply(begun.replies, 't1', null) },
    2,
  )
  const change = changeBeside(less)
  expect(change).toEqual({ unjudged: [{ path: 'a file', hunk: 'h1' }], replies: { t1: null } })
  expect(withUnsent(there, change)).toEqual({
    ...{ text: 'Mostly fine.', replies: {} },
    verdicts: [no('a file'), no('b')],
  })
})

test('a box that was opened and has no words yet stays, and is nobody’s business elsewhere', () => {
  const opened = changeUnsent(empty, { replies: { t1: reply('') } }, 1)
  expect(changeBeside(opened)).toEqual({ replies: { t1: null } })
  expect(joinBeside(saved(opened), NOTHING_UNSENT).replies).toEqual({ t1: reply('') })
})

test('what is written while it is on its way is still to be sent', () => {
  const on = changeUnsent(begun, { text: 'Mostly fine, I think.' }, 2)
  expect(changeBeside(savedBeside(on, begun))).toEqual({ text: 'Mostly fine, I think.' })
})

test('what was kept in a browser before the server kept it is sent', () => {
  const { unsaved: _none, ...old } = begun
  expect(sentOf(readUnsent(JSON.stringify(old)))).toEqual(sentOf(begun))
  expect(changeBeside(readUnsent(JSON.stringify(saved(begun))))).toEqual({})
  expect(changeBeside(readUnsent(JSON.stringify({ ...old, text: '' }))).text).toBeUndefined()
})

test('of two pages the newer word is sent, unless the server has it', () => {
  const older = changeUnsent(saved(begun), { text: 'older' }, 2)
  const newer = saved(changeUnsent(saved(begun), { text: 'newer' }, 3))
  expect(joinKept(older, newer)).toMatchObject({ text: 'newer', unsaved: [] })
  expect(joinKept(newer, { ...older, changed: { ...older.changed, text: 4 } })).toMatchObject({ unsaved: ['text'] })
})

test('a review takes along what it said, and what was judged of an earlier round', () => {
  const after = afterReview(saved(begun), [], 2)
  expect(after).toMatchObject({ text: '', verdicts: [], replies: { t1: reply('Well') } })
  // The server has let go of the words with the review; others that it has by then are from another page.
  expect(changeBeside(after)).toEqual({
    unjudged: [
      { path: 'a file', hunk: null },
      { path: 'a file', hunk: 'h1' },
    ],
  })
  expect(changeBeside(afterReview(begun, [], 2))).toMatchObject({ text: '' })
})
