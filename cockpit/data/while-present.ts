import type { Presence } from '../../src/model/presence.ts'

const EVERY_MS = 15_000

/** How often to look again who is there: processes come and go without an entry in the log, so that the stream tells of none. */
export function whilePresent(presence: Presence | null | undefined): number | false {
  return presence ? EVERY_MS : false
}
