import { expect, test } from 'vitest'
import { PersonId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { type Seen, whyNoReview } from './why-no-review.ts'

const CHECKPOINT = {
  ...{ status: 'pending', sent_back: false, votes: [], content_hash: 'h', content: {} },
  terms: { answers: ['approve', 'reject', 'comment', 'request_changes'], approvers: [], quorum: 1 },
}
const BLOCKING = { kind: 'blocking', text: 'No.', suggestion: null } as Draft
const BINARY = { path: 'a.bin', hash: 'x', unshown: 'binary' }
const PULL = { status: 'open', merge: null, blocking: [] as string[] }

function seen(more: Partial<Seen> & { readonly shown?: object } = {}, pull = {}, checkpoint: object | null = {}): Seen {
  const { shown, ...rest } = more
  const view = {
    pull: { ...PULL, ...pull },
    checkpoint: checkpoint && { ...CHECKPOINT, ...checkpoint },
    approvers: ['rob'],
    approved_by: [],
    rejected: [],
    ...{ unshown: [], marks: { viewed: {} }, ...shown },
  }
  const me = { id: 'rob', caller: 'reviewer', solo: false }
  return { view, me, drafts: [], isOutdated: false, isEarlier: false, ...rest } as unknown as Seen
}

test('whoever sees the newest round, with nothing in the way, may conclude', () => {
  for (const to of ['approve', 'request_changes', 'comment'] as const) expect(whyNoReview(seen(), to)).toBeNull()
})

test('what the lines do not show is no hindrance to whoever has had it as it is, nor to a no', () => {
  const had = seen({ shown: { unshown: [BINARY], marks: { viewed: { 'a.bin': 'x' } } } })
  expect(whyNoReview(had, 'approve')).toBeNull()
  expect(whyNoReview(seen({ shown: { unshown: [BINARY] } }), 'request_changes')).toBeNull()
})

test.for([
  ['it is merged', seen({}, { status: 'merged' }), 'It is merged.'],
  ['it is being merged', seen({}, { merge: {} }), 'being merged'],
  ['nobody was asked', seen({}, {}, null), 'Nobody was asked'],
  ['another round arrived', seen({ isOutdated: true }), 'A newer round'],
  ['an earlier round is shown', seen({ isEarlier: true }), 'an earlier round'],
  ['the agent has it', seen({}, {}, { sent_back: true }), 'with the agent'],
  ['a thread blocks', seen({}, { blocking: ['t1'] }), 'A blocking thread is not resolved.'],
  ['a draft blocks', seen({ drafts: [BLOCKING] }), 'Your own draft is blocking'],
  ['drafts block', seen({ drafts: [BLOCKING, BLOCKING] }), '2 of your own drafts are blocking.'],
  [
    'a thread and a draft block',
    seen({ drafts: [BLOCKING] }, { blocking: ['t1'] }),
    'A blocking thread is not resolved.',
  ],
  ['the lines do not show all', seen({ shown: { unshown: [BINARY] } }), 'The lines do not show all of a.bin.'],
  [
    'what was looked at was something else',
    seen({ shown: { unshown: [BINARY], marks: { viewed: { 'a.bin': 'y' } } } }),
    'all of a.bin.',
  ],
  ['somebody else has to', seen({ me: { id: 'eve', caller: 'reviewer' } as never }), 'somebody else has to approve'],
] as const)('%s: approving says why not', ([, given, why]) => {
  expect(whyNoReview(given, 'approve')).toContain(why)
})

const NO = { path: 'a\u202e.md', hunk: 'h', number: 2, of: 3, reason: 'Too loud.' }
const rejectedBy = (by: string, checkpoint: object = {}): Seen => {
  const given = seen({}, {}, checkpoint)
  return { ...given, view: { ...given.view, rejected: [{ ...NO, by: PersonId.parse(by) }] } }
}

test('what somebody else has rejected stops an approval, and says who, what, why and what to do', () => {
  expect(whyNoReview(rejectedBy('eve'), 'approve')).toBe(
    'eve rejected part 2 of 3 of "a\\u202e.md" ("Too loud."). Ask eve to accept it, or request changes.',
  )
  expect(whyNoReview(rejectedBy('eve'), 'request_changes')).toBeNull()
})

test('what somebody has rejected themselves they take back: by approving, or by accepting it where others approved', () => {
  expect(whyNoReview(rejectedBy('rob'), 'approve')).toBeNull()
  expect(whyNoReview(rejectedBy('rob', { status: 'approved' }), 'comment')).toBeNull()
  expect(whyNoReview(rejectedBy('rob', { status: 'approved' }), 'request_changes')).toBeNull()
  expect(whyNoReview(rejectedBy('eve', { status: 'approved' }), 'comment')).toContain('approved already')
})

test('blocking threads stop an approval and nothing else', () => {
  expect(whyNoReview(seen({}, { blocking: ['t1'] }), 'request_changes')).toBeNull()
})

test('a box that nobody has written in blocks nothing', () => {
  expect(whyNoReview(seen({ drafts: [{ ...BLOCKING, text: ' ' }] }), 'approve')).toBeNull()
})
