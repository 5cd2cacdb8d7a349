import type { Actor } from '../../model/actor.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { OfferedRound, Pull, ReturnedPart, Round } from '../../model/pull.ts'
import type { Place, ReviewThread } from '../../model/review-thread.ts'
import { decide } from '../../policy/decide.ts'
import { contentHash } from '../content-hash.ts'
import { type eventMaker, eventMaker as makeEvents } from '../event-maker.ts'
import { type JobState, loadJob } from '../job-state.ts'
import type { NewEvent } from '../ports.ts'
import { roundAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { type AskedOfGit, landingsIn, othersIn } from './landed-by.ts'
import { loadAsked, loadPull, pullContent, refuseMerging, refuseOtherHead, reviewerOf } from './pull-state.ts'
import { threadsOf } from './push-round.ts'
import { keyOf, loadNoes, type Noes, returnedParts, standingIn } from './standing-noes.ts'

/** A person has put commits of their own on the branch. */
export interface JoinPush {
  readonly pull: PullId
  readonly by: Actor
  /** The head that the person built on. */
  readonly on: string
  readonly round: OfferedRound
  readonly asked?: AskedOfGit
  readonly places: readonly { readonly thread: ThreadId; readonly place: Place | null }[]
}

interface State {
  readonly pull: Pull
  readonly job: JobState
  readonly checkpoint: Checkpoint | undefined
  readonly person: Person | undefined
  readonly threads: ReadonlyMap<ThreadId, ReviewThread>
  /** The round that is pushed on. */
  readonly before: Round | undefined
  readonly noes: Noes
}

/** What a person changes joins the review: it is the next round, and earlier votes are void. */
export const joinPush: Verb<JoinPush, State, Pull> = {
  load: async (read, { pull: id, by }, policies) => {
    const pull = await loadPull(read, id)
    return {
      pull,
      job: await loadJob(read, pull.job, policies),
      checkpoint: await loadAsked(read, pull),
      person: await read.get('people', by.id),
      threads: await threadsOf(read, pull),
      before: await read.get('rounds', roundAt(pull.id, pull.round)),
      noes: await loadNoes(read, pull),
    }
  },
  decide: (state, input, now) => {
    const { pull } = state
    const person = reviewerOf(pull, input.by, state.person)
    if (input.round.head === pull.head) return { events: [], effects: [], result: pull }
    refuseMerging(pull)
    refuseOtherHead(pull, state.checkpoint, input.on)
    const { base, head, tree } = input.round
    const number = pull.round + 1
    const after: Pull = { ...pull, round: number, base, head, tree }
    const returned = stillReturned(state, input.round)
    const round: Round = { ...input.round, pull: pull.id, number, by: input.by, at: now.toISOString(), returned }
    const places = input.places.filter(({ thread }) => state.threads.get(thread)?.anchor)
    const event = makeEvents({ tenant: pull.tenant, actor: input.by, now, job: pull.job, checkpoint: pull.checkpoint })
    const landings = landingsIn(pull, head, input.asked)
    const others = othersIn(landings, input.by.id)
    const landed = others.length === 0 ? {} : { landed_by: others }
    const pushed = event('round_pushed', { pull: pull.id, round, gates: pull.gates, places, ...landed })
    const applied = appliedBy(state, { landings, round: number, event })
    return { events: [pushed, ...applied, ...revision(state, { after, person, event })], effects: [], result: after }
  },
}

/** What the agent brought back as it was rejected stays flagged until it is gone, whoever pushes something else. */
function stillReturned({ before, noes }: State, { files }: OfferedRound): readonly ReturnedPart[] {
  const flagged = new Set(before?.returned.map(({ judged }) => keyOf(judged)))
  return returnedParts(standingIn(files, noes)).filter(({ judged }) => flagged.has(keyOf(judged)))
}

/** What was said of each commit before it landed: which suggestions it applies. Nobody has to answer those any more. */
function appliedBy(
  { pull, threads }: State,
  { landings, round, event }: { readonly landings: Landings; readonly round: number } & Pick<Change, 'event'>,
): readonly NewEvent[] {
  const seen = new Set<ThreadId>()
  return landings.flatMap(({ to: commit, applies }) => {
    const applied = applies.filter((id) => threads.has(id) && !seen.has(id))
    for (const id of applied) seen.add(id)
    return applied.length === 0
      ? []
      : [event('suggestions_applied', { pull: pull.id, threads: applied, commit, round })]
  })
}

type Landings = ReturnType<typeof landingsIn>

interface Change {
  readonly after: Pull
  readonly person: Person
  readonly event: ReturnType<typeof eventMaker>
}

/** The open checkpoint is about the new tree from now on. While the agent has its turn, it brings the next revision itself. */
function revision({ checkpoint, job }: State, { after, person, event }: Change): readonly NewEvent[] {
  if (checkpoint?.status !== 'pending' || checkpoint.sent_back) return []
  const { gate, deadline } = checkpoint
  const decision = decide(job.policy, gate)
  if (decision.verdict === 'deny') throw new AppError('edit_denied', [], { message: decision.reason })
  const content = pullContent(after, gate)
  return [
    event('checkpoint_revised', {
      ...{ revision: checkpoint.revision + 1, content, content_hash: contentHash(content), gate, deadline, decision },
      ...{ asked_hash: null, edited_by: person.id, answers: [] },
    }),
  ]
}
