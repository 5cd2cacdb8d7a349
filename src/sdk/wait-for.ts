import type { Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'

/** Waits until a person, the clock or a cancel has settled a checkpoint, in whatever process that happens. */
export function waitFor(store: Store, id: CheckpointId, signal: AbortSignal): Promise<Checkpoint> {
  return waitUntil(store, signal, async () => {
    // In brief, because every commit of anybody wakes whoever waits.
    const brief = (await store.getBrief('checkpoints', id))?.row
    return brief && isSettled(brief) ? (await store.get('checkpoints', id))?.row : undefined
  })
}

/** Looks after every commit of anybody until something is there. */
export async function waitUntil<Found>(
  store: Store,
  signal: AbortSignal,
  look: () => Promise<Found | undefined>,
): Promise<Found> {
  for (;;) {
    const change = nextChange(store, signal)
    try {
      const found = await look()
      if (found !== undefined) return found
      await change.happened
    } finally {
      change.stop()
    }
  }
}

/** Whether a person, the clock or a cancel has settled it, or it is back with the agent. */
export function isSettled({ status, sent_back }: Pick<Checkpoint, 'status' | 'sent_back'>): boolean {
  return status !== 'pending' || sent_back
}

/** Begins to listen before the caller looks, so that nothing is missed in between. */
function nextChange(store: Store, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = store.watch(resolve)
  const abort = () => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  // Nobody may be waiting yet when it is aborted.
  promise.catch(() => undefined)
  return {
    happened: promise,
    stop: () => {
      stop()
      signal.removeEventListener('abort', abort)
    },
  }
}
