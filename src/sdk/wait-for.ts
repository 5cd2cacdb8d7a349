import type { Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'

/** Waits until a person, the clock or a cancel has settled a checkpoint, in whatever process that happens. */
export async function waitFor(store: Store, id: CheckpointId, signal: AbortSignal): Promise<Checkpoint> {
  for (;;) {
    const change = nextChange(store, signal)
    try {
      const found = await store.get('checkpoints', id)
      if (found && (found.row.status !== 'pending' || found.row.sent_back)) return found.row
      await change.happened
    } finally {
      change.stop()
    }
  }
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
