import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft, Place, ReviewThread } from '../../model/review-thread.ts'
import type { Reader } from '../reader.ts'
import { type Complaints, timesBack } from './complaints.ts'
import { threadsOf } from './push-round.ts'

/** What somebody wrote, which is to become threads. */
export interface Written {
  readonly threads: readonly Draft[]
  /** Where the lines of those are by now that were written of an earlier round; null where they are gone. */
  readonly places?: readonly { readonly thread: ThreadId; readonly place: Place | null }[]
}

/** All of them are read, shown and followed at once. */
export const MOST_THREADS = 1000

type Talked = ReadonlyMap<string, ReviewThread>

/** Every thread of a pull request, and whatever has the id of a new one elsewhere. */
export async function talkedOf(read: Reader, pull: Pull, drafts: readonly Draft[]): Promise<Talked> {
  const talked = new Map<string, ReviewThread>(await threadsOf(read, pull))
  for (const { id } of drafts) {
    const taken = await read.get('review_threads', id)
    if (taken) talked.set(id, taken)
  }
  return talked
}

/** Refuses what can't become threads beside those that are there. */
export function refuseUnfitThreads(
  { talked, pull }: { readonly talked: Talked; readonly pull: Pull },
  threads: readonly Draft[],
): void {
  if (talked.size + threads.length > MOST_THREADS) {
    const message = `${pull.id} has ${talked.size} threads, and can have ${MOST_THREADS}. Say the rest in words.`
    throw new AppError('invalid_input', [], { message })
  }
  const early = threads.find(({ round = 1 }) => round > pull.round)
  if (early) throw new AppError('invalid_input', [], { message: `There is no round ${early.round} of ${pull.id} yet.` })
  const taken = threads.find(({ id }, at) => talked.has(id) || threads.findIndex((other) => other.id === id) !== at)
  if (taken) throw idTaken(taken, talked.get(taken.id) ?? taken, pull)
}

/** Threads are talked about by their ids alone, so that no two of a store share one. Where the other is, is not for everybody to know. */
function idTaken({ id }: Draft, other: Draft | ReviewThread, pull: Pull): AppError {
  const isElsewhere = 'pull' in other && other.pull !== pull.id
  const message = isElsewhere
    ? `A thread of another pull request is called ${id}. An id is there once in the whole store: take one that nobody else takes, such as a UUID.`
    : `There is a thread ${id} already.`
  return new AppError('id_taken', [], { message })
}

/** Who says it, when, and what was said before. */
interface Saying extends Pick<ReviewThread['messages'][number], 'by' | 'at'> {
  readonly complaints: Complaints
}

/** The threads that somebody begins. */
export function newThreads(
  pull: Pull,
  { threads, places = [] }: Written,
  { complaints, ...said }: Saying,
): readonly ReviewThread[] {
  return threads.map((draft) => {
    const { id, kind, text, anchor, suggestion, round = pull.round } = draft
    const place = placeOf(pull, draft, places)
    const state = anchor !== null && place === null ? 'outdated' : 'open'
    const returns = timesBack(complaints, { anchor, text })
    return {
      ...{ id, pull: pull.id, tenant: pull.tenant, job: pull.job, kind, state, round, anchor, place, suggestion },
      ...{ applied: null, messages: [{ ...said, text }], answers: [], returns, opened_at: said.at },
      resolved_by: null,
    }
  })
}

/** What was written of an earlier round stands where its lines are by now, and nowhere where nobody can tell. */
function placeOf(
  pull: Pull,
  { id, anchor, round = pull.round }: Draft,
  places: NonNullable<Written['places']>,
): Place | null {
  if (anchor === null) return null
  if (round < pull.round) return places.find(({ thread }) => thread === id)?.place ?? null
  return { path: anchor.path, first: anchor.first, last: anchor.last }
}
