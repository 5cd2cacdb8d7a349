import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { type OwnLease, ownLease } from '../own-lease.ts'

const LOOK_EVERY_MS = 100

/** How long a program waits until whoever has a pull request in hand is done with it. */
export const PATIENT_MS = 30_000
/** Whoever keeps the house has more to do, and comes back. */
export const BRIEF_MS = 1000

/** The pull request that is worked on alone. */
export interface Hand {
  /** Right before what the forge could not be asked to undo. Throws `pull_in_hand` where somebody else had to take over. */
  keep(): Promise<void>
}

interface Taking {
  readonly pull: PullId
  readonly patienceMs: number
}

/**
 * Works on a pull request and what the forge shows of it with nobody else at it, in this process or another: a forge takes no key that
 * would make two requests one, and of two merges under one claim the refused one would take the claim from the one that was made.
 */
export async function inHand<Result>(
  context: Pick<Context, 'store' | 'session'>,
  { pull, patienceMs }: Taking,
  work: (hand: Hand) => Promise<Result>,
): Promise<Result> {
  const lease = await take(context, { pull, patienceMs })
  const keep = async () => {
    if (!(await lease.keep())) throw takenOver(pull)
  }
  try {
    return await work({ keep })
  } finally {
    await lease.release()
  }
}

async function take(context: Pick<Context, 'store' | 'session'>, { pull, patienceMs }: Taking): Promise<OwnLease> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const lease = await ownLease(context, { name: `pull:${pull}`, as: 'hnd' })
    if (lease !== null) return lease
    if (waited >= patienceMs) throw takenOver(pull)
    await pause(LOOK_EVERY_MS)
  }
}

/** Somebody else has it in hand. */
export function takenOver(pull: PullId): AppError {
  const message = `Somebody else is at ${pull} on the forge. Try again in a moment.`
  return new AppError('pull_in_hand', [], { message })
}
