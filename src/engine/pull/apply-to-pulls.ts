import { type CheckpointId, PersonId, type PullId, type ThreadId } from '../../model/ids.ts'
import { noMarks } from '../../model/no-marks.ts'
import type { Hosted, Pull, Round } from '../../model/pull.ts'
import type { FileVerdict, ReviewThread, ThreadAnswer } from '../../model/review-thread.ts'
import { NOTHING_UNSENT, withUnsent } from '../../model/with-unsent.ts'
import type { EventType } from '../event.ts'
import type { Look, RowChange } from '../ports.ts'
import { type ApplyTo, put, there } from '../row-change.ts'
import { ownAt, roundAt } from '../tables.ts'
import { comesBack } from './complaints.ts'
import { draftsAfter } from './drafts-after.ts'
import { landingAfter } from './landed-by.ts'
import { IN_STEP, NOTHING_SAID, onForge } from './on-forge.ts'
import type { PullEvents } from './pull-events.ts'
import { verdictsAfter } from './verdicts-after.ts'

type PullEvent = Extract<
  EventType,
  | 'pull_opened'
  | 'round_pushed'
  | 'push_expected'
  | 'review_submitted'
  | 'review_stalled'
  | 'threads_begun'
  | 'verdicts_taken_back'
  | 'thread_replied'
  | 'thread_resolved'
  | 'thread_reopened'
  | 'threads_answered'
  | 'suggestions_applied'
  | 'drafts_saved'
  | 'unsent_saved'
  | 'files_marked'
  | 'merge_claimed'
  | 'merge_stuck'
  | 'branch_put_back'
  | 'merge_refused'
  | 'pull_merged'
  | 'pull_closed'
  | 'pull_hosted'
  | 'host_heard'
  | 'host_told'
  | 'host_strayed'
>

/** What events of pull requests make of the rows. Every change of a thread writes its pull request too, so that whoever approves notices. */
export const APPLY_TO_PULLS: { readonly [Type in PullEvent]: ApplyTo<Type> } = {
  pull_opened: (look, { data: { pull, round } }) => [
    put('pulls', pull.id, pull),
    put('rounds', roundAt(pull.id, round.number), round),
    // Whoever ends the job in this very moment does not know of it yet. Its row is written too, so that they notice and look again.
    put('jobs', pull.job, there(look, 'jobs', pull.job)),
  ],
  round_pushed: (look, { data: { pull, round, gates, words, places, ...landed } }) => {
    const { number, base, head, tree } = round
    return [
      put('rounds', roundAt(pull, number), round),
      change(look, pull, (before) => ({
        ...onTop(before),
        ...words,
        round: number,
        base,
        head,
        tree,
        gates,
        pushed_by: pushedBy(before, round, landed),
        landing: landingAfter(before, head),
      })),
      ...places.map(({ thread, place }) =>
        changeThread(look, thread, (before) => ({ ...before, ...moved(before, place) })),
      ),
    ]
  },
  push_expected: (look, { data: { pull, ...landing } }) => [change(look, pull, (before) => ({ ...before, landing }))],
  review_submitted: (look, { data, actor }) => {
    const { pull, round, threads } = data
    const at = ownAt(pull, actor.id)
    const marks = look('marks', at) ?? noMarks(pull)
    return [
      ...begun(look, pull, threads),
      put('marks', at, { ...marks, verdicts: verdictsAfter(marks, data), reviewed: round }),
      put('drafts', at, draftsAfter(look('drafts', at), data)),
    ]
  },
  review_stalled: () => [],
  verdicts_taken_back: (look, { data: { pull, parts }, actor }) => {
    const at = ownAt(pull, actor.id)
    const marks = there(look, 'marks', at)
    const isBack = ({ path, file, hunk, verdict }: FileVerdict) =>
      verdict === 'rejected' &&
      parts.some((part) => part.path === path && part.hunk === hunk && (part.file ?? file) === file)
    return [put('marks', at, { ...marks, verdicts: marks.verdicts.filter((one) => !isBack(one)) })]
  },

  threads_begun: (look, { data: { pull, threads } }) => begun(look, pull, threads),
  thread_replied: (look, { data: { pull, thread, text }, actor, at }) => {
    const next = (before: ReviewThread) => ({
      ...before,
      // What was said in a settled thread nobody wants changed.
      returns: before.state === 'resolved' ? before.returns : returnsAfter(look, before),
      messages: [...before.messages, { by: actor, at, text }],
    })
    return changeBoth(look, { pull, thread }, next)
  },
  thread_resolved: (look, { data: { pull, thread }, actor }) => [
    changeThread(look, thread, (before) => ({ ...before, state: 'resolved', resolved_by: actor })),
    change(look, pull, (before) => settled(before, thread)),
  ],
  thread_reopened: (look, { data: { pull, thread, text }, actor, at }) => {
    const next = (before: ReviewThread): ReviewThread => ({
      ...before,
      state: before.anchor !== null && before.place === null ? 'outdated' : 'open',
      resolved_by: null,
      returns: returnsAfter(look, before),
      messages: [...before.messages, { by: actor, at, text }],
    })
    return changeBoth(look, { pull, thread }, next)
  },
  threads_answered: (look, { data: { pull, answers } }) => [
    ...answers.map(({ thread, answer }) =>
      changeThread(look, thread, (before) => ({ ...before, ...answered(before, answer) })),
    ),
    change(look, pull, (before) => ({
      ...before,
      unanswered: before.unanswered.filter((id) => !answers.some(({ thread }) => thread === id)),
    })),
  ],

  suggestions_applied: (look, { data: { pull, threads, commit, round }, actor: by, at }) => [
    ...threads.map((thread) =>
      changeThread(look, thread, (before) => ({
        ...before,
        applied: { by, at, commit, round },
        state: before.state === 'resolved' ? before.state : 'addressed',
      })),
    ),
    change(look, pull, (before) => ({
      ...before,
      unanswered: before.unanswered.filter((id) => !threads.includes(id)),
    })),
  ],

  drafts_saved: (look, { data: { pull, drafts, removed }, actor }) => {
    const at = ownAt(pull, actor.id)
    const before = (look('drafts', at)?.drafts ?? []).filter(({ id }) => !removed.includes(id))
    const kept = before.map((old) => drafts.find(({ id }) => id === old.id) ?? old)
    const begun = drafts.filter(({ id }) => before.every((old) => old.id !== id))
    return [put('drafts', at, { ...look('drafts', at), drafts: [...kept, ...begun] })]
  },
  unsent_saved: (look, { data: { pull, ...change }, actor }) => {
    const at = ownAt(pull, actor.id)
    const { drafts = [], unsent = NOTHING_UNSENT } = look('drafts', at) ?? {}
    return [put('drafts', at, { drafts, unsent: withUnsent(unsent, change) })]
  },
  files_marked: (look, { data: { pull, viewed }, actor }) => {
    const at = ownAt(pull, actor.id)
    const marks = look('marks', at) ?? noMarks(pull)
    const kept = Object.entries({ ...marks.viewed, ...viewed }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    return [put('marks', at, { ...marks, viewed: Object.fromEntries(kept) })]
  },

  merge_claimed: (look, { data: { pull, plan } }) => [change(look, pull, (before) => ({ ...before, merge: plan }))],
  merge_stuck: (look, { data: { pull, code, reason }, at }) => [
    change(look, pull, (before) => ({ ...before, stuck: { at, code, reason } })),
  ],
  branch_put_back: () => [],
  merge_refused: (look, { data: { pull, why, reason, conflicts, gives_back, forgets } }) => [
    change(look, pull, (before) => ({
      ...onForge(free(before), () => ({ refused: why === 'not_mergeable' ? reason : null })),
      merge: null,
      ...(conflicts && { behind: { conflicts } }),
    })),
    ...(gives_back === undefined ? [] : [unspent(look, gives_back)]),
    ...(forgets === undefined
      ? []
      : [put('checkpoints', forgets, { ...there(look, 'checkpoints', forgets), forgotten: true })]),
  ],
  pull_merged: (look, { data: { pull, commit }, at }) => [
    change(look, pull, (before) => ({ ...free(before), status: 'merged', commit, ended_at: at })),
  ],
  pull_closed: (look, { data: { pull }, at }) => [
    change(look, pull, (before) => ({ ...before, status: 'closed', ended_at: at })),
  ],

  pull_hosted: (look, { data: { pull, hosted } }) => [
    change(look, pull, (before) => ({
      ...before,
      hosted: { ...NOTHING_SAID, ...before.hosted, ...IN_STEP, ...hosted },
    })),
  ],
  host_heard: (look, { data: { pull, what, counted, answer, remark } }) => {
    const yes = counted && answer === 'approve' ? [what] : []
    const said = remark === undefined ? [] : [{ what, ...remark }]
    const next = ({ heard, yeses, remarks }: Hosted) => ({
      ...{ heard: [...heard, what], yeses: [...yeses, ...yes], remarks: [...remarks, ...said] },
    })
    return [change(look, pull, (before) => onForge(before, next))]
  },
  host_told: (look, { data: { pull, what } }) => [
    change(look, pull, (before) => onForge(before, ({ told }) => ({ told: [...told, what] }))),
  ],
  host_strayed: (look, { data: { pull, how } }) => [
    change(look, pull, (before) => onForge(before, () => ({ strayed: how }))),
  ],
}

/** A new round is offered on top of `main` as it is by then. */
function onTop({ behind: _over, ...pull }: Pull): Pull {
  return pull
}

/** Whatever was in the way of a merge is over with it. */
function free({ stuck: _over, ...pull }: Pull): Pull {
  return pull
}

/**
 * Once somebody has put something on the branch, it may be there for good, whatever the agent brings afterwards. That holds for what the
 * agent has gone on from before it could join, too.
 */
function pushedBy(
  { pushed_by, landing }: Pull,
  { by }: Round,
  { landed_by = [], holds_landing }: Pick<PullEvents['round_pushed'], 'landed_by' | 'holds_landing'>,
): Pull['pushed_by'] {
  const landed = holds_landing === true && landing !== null ? [landing.by] : landed_by
  return [...new Set([...pushed_by, ...landed, ...(by.kind === 'person' ? [PersonId.parse(by.id)] : [])])]
}

function change(look: Look, id: PullId, next: (before: Pull) => Pull): RowChange {
  return put('pulls', id, next(there(look, 'pulls', id)))
}

/** What an approval was spent on did not happen, so that it can be spent again. */
function unspent(look: Look, id: CheckpointId): RowChange {
  return put('checkpoints', id, { ...there(look, 'checkpoints', id), spent_at: null })
}

function changeThread(look: Look, id: ThreadId, next: (before: ReviewThread) => ReviewThread): RowChange {
  return put('review_threads', id, next(there(look, 'review_threads', id)))
}

/** What somebody wrote stands there, and the agent owes an answer to each of it. */
function begun(look: Look, pull: PullId, threads: readonly ReviewThread[]): readonly RowChange[] {
  const next = (before: Pull) => threads.reduce((after, thread) => ({ ...after, ...owing(after, thread) }), before)
  return [...threads.map((thread) => put('review_threads', thread.id, thread)), change(look, pull, next)]
}

function returnsAfter(look: Look, thread: ReviewThread): number {
  return thread.returns + (comesBack(there(look, 'pulls', thread.pull), thread) ? 1 : 0)
}

/** Somebody said something, so the agent owes an answer. */
function changeBoth(
  look: Look,
  { pull, thread }: { readonly pull: PullId; readonly thread: ThreadId },
  next: (before: ReviewThread) => ReviewThread,
): readonly RowChange[] {
  const after = next(there(look, 'review_threads', thread))
  return [
    put('review_threads', thread, after),
    change(look, pull, (before) => (after.state === 'resolved' ? before : { ...before, ...owing(before, after) })),
  ]
}

function owing({ blocking, unanswered }: Pull, { id, kind }: ReviewThread): Pick<Pull, 'blocking' | 'unanswered'> {
  return { blocking: kind === 'blocking' ? withId(blocking, id) : blocking, unanswered: withId(unanswered, id) }
}

function settled(pull: Pull, thread: ThreadId): Pull {
  const others = (ids: readonly ThreadId[]) => ids.filter((id) => id !== thread)
  return { ...pull, blocking: others(pull.blocking), unanswered: others(pull.unanswered) }
}

function withId(ids: readonly ThreadId[], id: ThreadId): readonly ThreadId[] {
  return ids.includes(id) ? ids : [...ids, id]
}

function moved({ state }: ReviewThread, place: ReviewThread['place']): Pick<ReviewThread, 'place' | 'state'> {
  if (place === null) return { place, state: state === 'open' ? 'outdated' : state }
  return { place, state: state === 'outdated' ? 'open' : state }
}

function answered({ state, answers }: ReviewThread, answer: ThreadAnswer): Pick<ReviewThread, 'answers' | 'state'> {
  return { answers: [...answers, answer], state: answer.did === 'fixed' ? 'addressed' : state }
}
