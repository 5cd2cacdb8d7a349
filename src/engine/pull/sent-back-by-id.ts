import type { ReviewThread } from '../../model/review-thread.ts'
import type { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import type { Reader } from '../reader.ts'
import type { ReviewCheckpoint, ReviewState } from '../review-state.ts'
import { complaintsIn, type Remarked, remarkedOn, timesBack } from './complaints.ts'
import { threadsOf } from './push-round.ts'
import { cameBackIn, stalledIn } from './review-stall.ts'

/** What was said of a pull request before, and what of it the agent brought back. */
export interface SaidSoFar {
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly remarked: readonly Remarked[]
  readonly cameBack: Awaited<ReturnType<typeof cameBackIn>>
}

/** Reads it where the work of a phase is sent back by the id of its checkpoint; of everything else there is nothing to read. */
export async function saidSoFar(
  read: Reader,
  { pull, rejected }: ReviewState,
  { review }: ReviewCheckpoint,
): Promise<SaidSoFar | undefined> {
  if (pull === undefined || review.answer !== 'request_changes') return undefined
  const talked = new Map(await threadsOf(read, pull))
  return { talked, remarked: await remarkedOn(read, pull), cameBack: await cameBackIn(read, pull, rejected) }
}

/** A complaint that comes back stops the job whichever way it is given: otherwise one screen would go round for ever where another ends it. */
export function stalledById(
  { pull, ...state }: ReviewState & { readonly before: SaidSoFar | undefined },
  { review }: ReviewCheckpoint,
  event: ReturnType<typeof eventMaker>,
): readonly NewEvent[] {
  const { before } = state
  if (pull === undefined || before === undefined || review.answer !== 'request_changes') return []
  const complaints = complaintsIn({ ...before, pull })
  const text = review.reason
  const said = { threads: [], text, times: timesBack(complaints, { anchor: null, text }) }
  return stalledIn({ ...state, ...before, pull, said }, event)
}
