import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { eventMaker } from './event-maker.ts'
import type { Brief, NewEvent } from './ports.ts'
import type { Reader } from './reader.ts'

/** So much of a reason stands at everything that is closed with a job, which may be a thousand holds; the job has all of it. */
const MOST_REASON = 1000

/** What a job holds, in brief: a thousand of them may be a gigabyte, and all are closed in one commit. */
export async function heldBy(read: Reader, held: readonly CheckpointId[]): Promise<readonly Brief<'checkpoints'>[]> {
  const found: Brief<'checkpoints'>[] = []
  for (const id of held) found.push((await read.brief('checkpoints', id)) as Brief<'checkpoints'>)
  return found
}

/** Nobody goes on with what a job held once it has ended. */
export function closeHeld(
  held: readonly Pick<Checkpoint, 'id'>[],
  { by, reason, now }: { readonly by: Actor; readonly reason: string; readonly now: Date },
  event: ReturnType<typeof eventMaker>,
): readonly NewEvent[] {
  const resolution = { answer: null, by, at: now.toISOString(), reason: asClosed(reason), grant: null }
  return held.map(({ id }) => event('checkpoint_resolved', { status: 'cancelled', resolution }, { checkpoint: id }))
}

/** A reason as it stands at what is closed with a job. */
export function asClosed(reason: string): string {
  return reason.length <= MOST_REASON ? reason : `${reason.slice(0, MOST_REASON - 1).toWellFormed()}…`
}
