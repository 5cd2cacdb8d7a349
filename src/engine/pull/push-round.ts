import type { Actor } from '../../model/actor.ts'
import { isAnswer, WHAT_ANSWERS } from '../../model/agent-answer.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import type { JobId, PullId, TenantId, ThreadId } from '../../model/ids.ts'
import type { OfferedRound, Pull, ReturnedPart } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import type { RemarkAnswer } from '../../model/remark-answer.ts'
import type { Place, ReviewThread, ThreadAnswer } from '../../model/review-thread.ts'
import { eventMaker } from '../event-maker.ts'
import { type JobState, loadJob, refuseHalted, refuseIdle } from '../job-state.ts'
import type { NewEvent } from '../ports.ts'
import type { Reader } from '../reader.ts'
import { refuseFenced } from '../refuse-fenced.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import type { Verb } from '../verb.ts'
import { type AskedOfGit, landingsIn, othersIn } from './landed-by.ts'
import { loadPull, mergeEffect, refuseForeignPull, refuseMerging, refuseOtherGates } from './pull-state.ts'
import { newWords, refuseUnfitAnswers, refuseUnfitWords, type SaidWords } from './pull-words.ts'
import { keyOf, loadNoes, type Noes, returnedParts, standingIn } from './standing-noes.ts'

/** What the agent says to one thread. */
export interface ThreadReply {
  readonly thread: ThreadId
  readonly did: RemarkAnswer['did']
  readonly text: string
  /** Where it was fixed; when left out, the last commit that changes the file of the thread, where one does. */
  readonly commit?: string | undefined
}

/** The agent brings the next round, with an answer to every thread. What it says of its work counts with a round alone. */
export interface PushRound extends SaidWords {
  readonly tenant: TenantId
  readonly job: JobId
  readonly pull: PullId
  readonly by: Actor
  readonly round: OfferedRound
  readonly gates: readonly Gate[]
  /** Where the lines of each thread are by now. */
  readonly places: readonly { readonly thread: ThreadId; readonly place: Place | null }[]
  readonly answers: readonly ThreadReply[]
  /** People whose commits are in it that had landed and not joined. */
  readonly asked?: AskedOfGit
  readonly driver?: string
}

interface State {
  readonly pull: Pull
  readonly job: JobState
  readonly threads: ReadonlyMap<ThreadId, ReviewThread>
  readonly noes: Noes
}

export const pushRound: Verb<PushRound, State, Pull> = {
  load: async (read, input, policies) => {
    const pull = await loadPull(read, input.pull)
    return {
      pull,
      job: await loadJob(read, pull.job, policies),
      threads: await threadsOf(read, pull),
      noes: await loadNoes(read, pull),
    }
  },
  decide: (state, input, now) => {
    const { pull } = state
    refuseForeignPull(pull, input)
    refuseMerging(pull)
    refuseUnfit(state.job, input)
    refuseOtherGates(pull.phase, input.gates, pull.gates)
    // After a crash the agent brings the same again; it was heard the first time, and only its answers are new.
    const same = input.round.head === pull.head && input.round.base === pull.base
    const answers = answersTo(state, input, now)
    const { tenant, job, by } = input
    const event = eventMaker({ tenant, actor: by, now, job, checkpoint: pull.checkpoint })
    const number = pull.round + 1
    const round = {
      ...input.round,
      pull: pull.id,
      number,
      by,
      at: now.toISOString(),
      returned: returnedParts(standingIn(input.round.files, state.noes)),
    }
    const events: NewEvent[] = [
      ...(same ? [] : [event('round_pushed', { pull: pull.id, round, ...broughtWith(state, input) })]),
      ...(answers.length === 0 ? [] : [event('threads_answered', { pull: pull.id, answers })]),
      ...(round.returned.length === 0 || same
        ? []
        : [event('review_stalled', { pull: pull.id, threads: [], hunks: hashesOf(round.returned) })]),
    ]
    const { base, head, tree } = input.round
    // With its answers alone the agent frees what was approved.
    const isFreed = same && pull.checkpoint !== null && answers.length > 0
    return {
      events,
      effects: isFreed ? [mergeEffect(pull.id, tenant, `answered:${now.toISOString()}`)] : [],
      result: same ? pull : { ...pull, ...newWords(pull, input), round: number, base, head, tree, gates: input.gates },
    }
  },
}

/** Every thread of a pull request. */
export async function threadsOf(read: Reader, pull: Pull): Promise<ReadonlyMap<ThreadId, ReviewThread>> {
  const found = await read.find({ table: 'review_threads', index: 'by_pull', equals: [pull.id], limit: 1000 })
  return new Map(found.map((thread) => [thread.id, thread]))
}

function refuseUnfit(job: JobState, { driver, title, description, gates, answers }: PushRound): void {
  refuseFenced(job.job, driver)
  refuseIdle(job.job)
  refuseHalted(job)
  refuseUnfitWords({ title, description })
  refuseUnfitAnswers(answers.filter(isAnswer).map(({ thread, text }) => ({ to: `thread ${thread}`, text })))
  refuseSecrets({ title, description, gates, answers }, '')
}

/** Fits answers to the threads that wait for one; a thread that is passed over is named. */
function answersTo(
  { pull, threads }: State,
  { answers, round }: PushRound,
  now: Date,
): readonly { readonly thread: ThreadId; readonly answer: ThreadAnswer }[] {
  const given = answers.filter(isAnswer)
  const stray = strayAnswer(given, threads)
  if (stray !== undefined) throw new AppError('invalid_input', [], { message: stray })
  const missing = pull.unanswered.filter((id) => !given.some(({ thread }) => thread === id))
  if (missing.length > 0) {
    const list = missing.map((id) => `${id} (${threads.get(id)?.messages.at(-1)?.text.slice(0, 60)})`).join(', ')
    throw new AppError('unanswered_remarks', [], { message: `These threads need an answer: ${list}. ${WHAT_ANSWERS}` })
  }
  const number = round.head === pull.head ? pull.round : pull.round + 1
  return given
    .filter(({ thread }) => pull.unanswered.includes(thread))
    .map(({ thread, did, text, commit }) => ({
      thread,
      answer: {
        did,
        text,
        at: now.toISOString(),
        commit: did === 'fixed' ? (commit ?? null) : null,
        round: number,
      },
    }))
}

/** What is said of a thread that is not there: nobody would read it, and whoever mistyped one means another. One that was answered before is there. */
export function strayAnswer(
  given: readonly Pick<ThreadReply, 'thread'>[],
  threads: Pick<ReadonlyMap<ThreadId, unknown>, 'has'>,
): string | undefined {
  const strays = given.map(({ thread }) => thread).filter((id) => !threads.has(id))
  if (strays.length === 0) return undefined
  return `This pull request has no thread ${strays.map((id) => quote(id)).join(', ')}: feedback.threads has the id of each.`
}

/** The same may have been rejected more than once. */
function hashesOf(returned: readonly ReturnedPart[]): readonly string[] {
  return [...new Map(returned.map((part) => [keyOf(part), part.hash])).values()]
}

function broughtWith({ pull, threads }: State, { gates, places, asked, round, by, ...said }: PushRound) {
  const landedBy = othersIn(landingsIn(pull, round.head, asked), by.id)
  const known = places.filter(({ thread }) => threads.get(thread)?.anchor)
  const words = newWords(pull, said)
  const isSaid = Object.keys(words).length > 0
  return { gates, ...(isSaid && { words }), places: known, ...(landedBy.length > 0 && { landed_by: landedBy }) }
}
