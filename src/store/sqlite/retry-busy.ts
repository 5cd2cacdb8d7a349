import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../model/errors.ts'
import { isBusy } from './sqlite-error.ts'

/** How long SQLite itself waits for a lock. It blocks the whole process meanwhile, so it is short. */
export const BLOCKING_MS = 5

/** How long we go on asking for a lock. */
export const PATIENCE_MS = 30_000

/** Does it as soon as nobody else has the lock, without blocking this process; throws `store_busy` in the end. */
export async function retryBusy<Result>(work: () => Result, patience: number = PATIENCE_MS): Promise<Result> {
  const end = performance.now() + patience
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= end) throw new AppError('store_busy', [], { cause: error })
    }
    await sleep(pause())
  }
}

/** Different for everybody, so that two who wait do not meet again. */
export function pause(): number {
  return 1 + Math.random() * 9
}
