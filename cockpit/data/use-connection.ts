import { useSyncExternalStore } from 'react'
import { type Connection, live } from './live-events.ts'

/** Whether news reaches this page at once. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (changed) => live.watch(changed),
    () => live.connection,
  )
}
