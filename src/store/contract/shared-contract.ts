import type { Store, StoredEvent } from '../../engine/ports.ts'

/** Opens an empty store for one test, and closes it afterwards. */
export type Opened = (clock?: () => Date) => Promise<Store>

/** What the events of a test are told apart by. */
export function notes(events: readonly StoredEvent[]): string[] {
  return events.map(({ data }) => (data as { why: string }).why)
}
