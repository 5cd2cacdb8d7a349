import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import type { Store } from '../../engine/ports.ts'
import { reviewCheckpoint } from '../../engine/review-checkpoint.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { CheckpointId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Presence } from '../../model/presence.ts'
import { problemsOf } from '../../model/problems-of.ts'
import { Review } from '../../model/review.ts'
import type { Proof, StepUpFor } from '../../model/step-up.ts'
import { adviceFor } from '../../policy/advise.ts'
import type { Answer, Desk } from '../desk.ts'
import { expireDue } from '../expire-due.ts'
import { newId } from '../new-id.ts'
import { presenceOfHold } from '../presences.ts'
import { decidersOf, withWhoMay } from './approvers.ts'
import { listCheckpoints } from './list-checkpoints.ts'
import { isPassphrase } from './passphrase.ts'
import type { Seat } from './seat.ts'

type Part = Pick<Desk, 'checkpoints' | 'checkpoint' | 'answer'>

/** What is held, and the answers to it. */
export function deskCheckpoints(seat: Seat): Part {
  return {
    checkpoints: async (query = {}) => {
      // Nobody may be keeping the house; a list that shows what has expired as open would be wrong.
      await expireDue(seat)
      const { rows, next } = await listCheckpoints(seat, query)
      return { rows: await withWhoMay({ store: seat.store, me: await seat.me() }, rows), next }
    },
    checkpoint: async (id) => {
      await expireDue(seat)
      const checkpoint = await visible(seat, id)
      const line = await lineOf(seat, checkpoint)
      const advice = adviceFor(checkpoint.decision, checkpoint.gate)
      const presence = isOpen(checkpoint) ? await presenceOfHold(seat.store, checkpoint) : null
      return { checkpoint, line, ...(await decidersOf(seat, checkpoint, line)), advice, presence }
    },
    answer: (answer) => give(seat, answer),
  }
}

/** Whether something is still to be taken up: an answer that is not there yet, or an approval that nothing has run under. */
function isOpen({ status, content, spent_at }: Checkpoint): boolean {
  return status === 'pending' || (status === 'approved' && content.tool !== undefined && spent_at === null)
}

async function visible(seat: Seat, id: CheckpointId): Promise<Checkpoint> {
  const checkpoint = (await seat.store.get('checkpoints', id))?.row
  if (checkpoint === undefined || !maySee(await seat.me(), checkpoint.tenant)) throw noSuch('checkpoint', id)
  return checkpoint
}

/** A job and those it works for, the root first. */
export async function lineOf({ store }: Seat, { path, job }: Checkpoint): Promise<readonly Job[]> {
  const line: Job[] = []
  for (const id of [...path, job]) {
    const found = await store.get('jobs', id)
    if (found !== undefined) line.push(found.row)
  }
  return line
}

async function give(seat: Seat, answer: Answer): ReturnType<Desk['answer']> {
  const { checkpoint, content_hash, batch = false, passphrase } = answer
  const review = Review.safeParse(answer.review)
  if (!review.success) throw new AppError('invalid_input', problemsOf(review.error, { input: answer.review }))
  const step_up =
    passphrase === undefined ? null : await proved(seat, passphrase, { do: 'answer', checkpoint, content_hash })
  // Before it is given: whoever waits for it goes on at once, and does not wait any more.
  const presence = await presenceAt(seat.store, checkpoint)
  const given = { checkpoint, by: seat.by, content_hash, review: review.data, step_up, batch, grant: newId('grt') }
  return { ...(await seat.run(reviewCheckpoint, given)), presence }
}

/** Whether somebody is there to take an answer up; of what is not there, nobody. */
export async function presenceAt(store: Store, id: CheckpointId): Promise<Presence> {
  const held = (await store.getBrief('checkpoints', id))?.row
  return held === undefined ? { is: 'lost', heard_at: null } : presenceOfHold(store, held)
}

/** A proof of presence for exactly this, at this moment. */
export async function proved(
  seat: Pick<Seat, 'me' | 'token' | 'store'>,
  passphrase: string,
  wanted: StepUpFor,
): Promise<Proof> {
  await refuseUnlessKnown(seat, passphrase)
  return { kind: 'passphrase', at: seat.store.now().toISOString(), for: wanted }
}

/** Refuses whoever does not know the passphrase that was set under this token. */
export async function refuseUnlessKnown(seat: Pick<Seat, 'me' | 'token'>, passphrase: string): Promise<void> {
  const { passphrase_hash } = await seat.me()
  if (passphrase_hash === null) {
    throw new AppError('step_up_needed', [], { message: 'You have set no passphrase yet.' })
  }
  if (!(await isPassphrase(passphrase, seat.token, passphrase_hash))) {
    throw new AppError('step_up_needed', [], {
      message: 'The passphrase is not yours.',
      details: { next: 'Try again.' },
    })
  }
}
