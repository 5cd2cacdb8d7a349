import type { ThreadId } from '../../src/model/ids.ts'

/** An id that no other draft or thread has. */
export function newThreadId(): ThreadId {
  return `t-${crypto.randomUUID()}` as ThreadId
}
