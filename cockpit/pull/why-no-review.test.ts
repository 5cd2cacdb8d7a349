import { expect, test } from 'vitest'
import { PersonId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { type Seen, takesBack, whyNoReview } from './why-no-review.ts'

const CHECKPOINT = {
  ...{ status: 'pending', sent_back: false, votes: [], content_hash: 'h', content: {}, remarks: [], spent_at: null },
  terms: { answers: ['approve', 'reject', 'comment', 'request_changes'], approvers: [], quorum: 1 },
}
const BLOCKING = { kind: 'blocking', text: 'No.', suggestion: null } as Draft
const OWN_NO = { path: 'a.ts', file: 'f', hunk: 'h', verdict: 'rejected', reason: '' } as const
const BINARY = { path: 'a.bin', hash: 'x', unshown: 'binary' }
const PULL = { status: 'open', merge: null, blocking: [] as string[], unanswered: [] as string[] }

function seen(more: Partial<Seen> & { readonly shown?: object } = {}, pull = {}, checkpoint: object | null = {}): Seen {
  const { shown, ...rest } = more
  const view = {
    pull: { ...PULL, ...pull },
    checkpoint: checkpoint && { ...CHECKPOINT, ...checkpoint },
    approvers: ['rob'],
    approved_by: [],
    rejected: [],
    rounds: [],
    ...{ unshown: [], marks: { viewed: {} }, ...shown },
  }
  const me = { id: 'rob', caller: 'reviewer', solo: false }
  return {
    view,
    me,
    drafts: [],
    verdicts: [],
    isOutdated: false,
    isEarlier: false,
    unopened: [],
    ...rest,
  } as unknown as Seen
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
  ['nobody is asked', seen({}, {}, null), 'Nobody is asked to review it yet.'],
  ['nobody was asked', seen({}, { merge: {} }, null), 'let it pass without asking anybody, and it is being merged.'],
  ['nobody was asked, and it is stuck', seen({}, { merge: {}, stuck: {} }, null), 'Cancel its job to keep it'],
  [
    'it is approved and stuck',
    seen({}, { merge: {}, stuck: {} }),
    'could not be merged yet. Cancel its job to keep it',
  ],
  ['another round arrived', seen({ isOutdated: true }), 'A newer round'],
  ['an earlier round is shown', seen({ isEarlier: true }), 'an earlier round'],
  [
    'its job is stopped',
    seen({ shown: { job_status: 'stopped' } }, {}, { sent_back: true }),
    'so that nobody works on it.',
  ],
  ['the agent has it', seen({}, {}, { sent_back: true }), 'which has yet to bring its next round.'],
  ['a thread blocks', seen({}, { blocking: ['t1'] }), 'A blocking thread is not resolved.'],
  ['a draft blocks', seen({ drafts: [BLOCKING] }), 'Your own draft is blocking'],
  ['drafts block', seen({ drafts: [BLOCKING, BLOCKING] }), '2 of your own drafts are blocking.'],
  [
    'a thread and a draft block',
    seen({ drafts: [BLOCKING] }, { blocking: ['t1'] }),
    'A blocking thread is not resolved. Your own draft is blocking: send it, discard it, or make it another kind.',
  ],
  [
    'they reject a part',
    seen({ verdicts: [OWN_NO] }),
    'You reject a part of a.ts: request changes, or take that back.',
  ],
  [
    'they reject a file and a part',
    seen({ verdicts: [{ ...OWN_NO, hunk: null }, OWN_NO] }),
    'You reject a.ts, and 1 more: request changes, or take those back.',
  ],
  ['the lines do not show all', seen({ shown: { unshown: [BINARY] } }), 'The lines do not show all of a.bin.'],
  [
    'what was looked at was something else',
    seen({ shown: { unshown: [BINARY], marks: { viewed: { 'a.bin': 'y' } } } }),
    'all of a.bin.',
  ],
  [
    'a file was not opened yet',
    seen({ unopened: [{ path: 'a.ts' }, { path: 'b.ts' }] }),
    'not opened a.ts and 1 more file yet.',
  ],
  ['somebody else has to', seen({ me: { id: 'eve', caller: 'reviewer' } as never }), 'somebody else has to approve'],
] as const)('%s: approving says why not', ([, given, why]) => {
  expect(whyNoReview(given, 'approve')).toContain(why)
})

const NO = { path: 'a\u202e.md', hunk: 'h', number: 2, of: 3, reason: 'Too loud.', judged: [] }
const rejectedBy = (by: string, checkpoint: object = {}): Seen => {
  const given = seen({}, {}, checkpoint)
  return { ...given, view: { ...given.view, rejected: [{ ...NO, by: PersonId.parse(by) }] } }
}

test('what somebody else has rejected stops an approval, and says who, what, why and what to do', () => {
  expect(whyNoReview(rejectedBy('eve'), 'approve')).toBe(
    'eve rejected part 2 of 3 of "a\\u202e.md" ("Too loud."). Ask eve to accept it, or request changes.',
  )
  expect(whyNoReview(rejectedBy('eve'), 'request_changes')).toBeNull()
  const given = rejectedBy('eve')
  const judged = { path: NO.path, file: 'f', hunk: 'h' }
  const [first] = given.view.rejected
  const returned = [{ path: NO.path, hash: 'h', judged: { path: NO.path, hash: 'h' } }]
  const view = { ...given.view, rounds: [{ returned }], rejected: [{ ...first, judged: [judged] }] } as never
  expect(whyNoReview({ ...given, view }, 'approve')).toMatch(/\("Too loud\."\)\. It came back as it was\. Ask eve/)
})

test('what somebody has rejected themselves they take back: by approving, or by accepting it where others approved', () => {
  expect(whyNoReview(rejectedBy('rob'), 'approve')).toBeNull()
  expect(whyNoReview(rejectedBy('rob', { status: 'approved' }), 'comment')).toBeNull()
  expect(whyNoReview(rejectedBy('rob', { status: 'approved' }), 'request_changes')).toBeNull()
  expect(whyNoReview(rejectedBy('eve', { status: 'approved' }), 'comment')).toContain('approved already')
})

test('everything that stands in the way is named', () => {
  const given = rejectedBy('eve')
  const view = { ...given.view, pull: { ...given.view.pull, blocking: ['t1', 't2'] }, unshown: [BINARY] }
  const all = { ...given, view, drafts: [BLOCKING], unopened: [{ path: 'a.ts' }] } as unknown as Seen
  expect(whyNoReview(all, 'approve')).toMatch(
    /^2 blocking threads are .* Your own draft is blocking: .* eve rejected .* all of a\.bin\. .* You have not opened a\.ts yet\.$/,
  )
})

test('what somebody accepts, and rejects of it for changes, is in no way', () => {
  expect(whyNoReview(seen({ verdicts: [{ ...OWN_NO, verdict: 'accepted' }] }), 'approve')).toBeNull()
  for (const to of ['request_changes', 'comment'] as const) {
    expect(whyNoReview(seen({ verdicts: [OWN_NO] }), to)).toBeNull()
  }
})

test('blocking threads stop an approval and nothing else', () => {
  expect(whyNoReview(seen({}, { blocking: ['t1'] }), 'request_changes')).toBeNull()
})

test('a box that nobody has written in blocks nothing', () => {
  expect(whyNoReview(seen({ drafts: [{ ...BLOCKING, text: ' ' }] }), 'approve')).toBeNull()
})

const approved = { status: 'approved' }
const remark = { answer: null, text: 'Why?' }

test.for([
  ['the agent owes an answer', seen({}, { unanswered: ['t1'] }, approved)],
  ['the agent owes an answer to the whole', seen({}, {}, { ...approved, remarks: [remark] })],
  ['a thread blocks', seen({}, { blocking: ['t1'] }, approved)],
  ['somebody has rejected a part', rejectedBy('eve', approved)],
  ['the forge has yet to merge it', seen({}, { hosted: {} }, approved)],
] as const)('an approval that waits is taken back by a no, and by nothing else: %s', ([, given]) => {
  for (const to of ['reject', 'request_changes'] as const) {
    expect(whyNoReview(given, to)).toBeNull()
    // What is rejected is over, and says so itself.
    expect(takesBack(given, to)).toBe(to === 'request_changes')
  }
  for (const to of ['approve', 'comment'] as const) {
    expect(whyNoReview(given, to)).toBe('It is approved already. While it waits, a no takes that back.')
    expect(takesBack(given, to)).toBe(false)
  }
})

const terms = { ...CHECKPOINT.terms, approvers: ['ada'] }

test('where somebody has pushed since the approval, a no can still be said, and nothing else', () => {
  const given = seen({}, { head: 'a later one' }, approved)
  for (const to of ['request_changes', 'reject'] as const) expect(whyNoReview(given, to)).toBeNull()
  const why = 'What was approved is not what stands there by now, and the agent brings it anew.'
  for (const to of ['approve', 'comment'] as const) expect(whyNoReview(given, to)).toBe(`${why} You can still say no.`)
  expect(
    whyNoReview(seen({ shown: { approvers: [] } }, { head: 'a later one' }, { ...approved, terms }), 'reject'),
  ).toBe(why)
})

test.for([
  ['nothing stands in its way', seen({}, {}, approved), 'It is approved already.'],
  ['it is being merged', seen({}, { unanswered: ['t1'], merge: {} }, approved), 'It is approved, and being merged.'],
  ['it was taken back', seen({}, { unanswered: ['t1'] }, { ...approved, spent_at: 'now' }), 'does not count any more'],
  [
    'main has moved on',
    seen({}, { behind: { conflicts: ['a.md'] } }, { ...approved, spent_at: 'now' }),
    'Main has moved on, so that its approval does not count any more: the agent has to bring it anew.',
  ],
  [
    'it is not theirs to decide',
    seen({ shown: { approvers: ['ada'] } }, { blocking: ['t1'] }, { ...approved, terms }),
    'It is approved already.',
  ],
  [
    'they may only look',
    seen({ me: { id: 'vic', caller: 'viewer' } as never }, { blocking: ['t1'] }, approved),
    'It is approved already.',
  ],
] as const)('an approval is not taken back where %s', ([, given, why]) => {
  for (const to of ['reject', 'request_changes'] as const) expect(whyNoReview(given, to)).toContain(why)
})

test('a no to what is not approved takes nothing back', () => {
  expect(takesBack(seen({}, { blocking: ['t1'] }), 'request_changes')).toBe(false)
})
