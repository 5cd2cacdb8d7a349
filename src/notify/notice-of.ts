import { hash } from 'node:crypto'
import type { StoredEvent } from '../engine/ports.ts'
import type { Message } from './sign-webhook.ts'

/** What people want to hear of: something waits, it was settled, it is overdue, an agent is stuck, nobody knows an outcome. */
const TOLD: ReadonlySet<string> = new Set([
  'checkpoint_opened',
  'checkpoint_revised',
  'checkpoint_resolved',
  'checkpoint_overdue',
  'stall_signalled',
])

/** Whether an entry of the log is told to webhooks. */
export function isTold(event: StoredEvent): boolean {
  if (event.type === 'attempt_ended') return event.data.status === 'in_doubt'
  return TOLD.has(event.type)
}

/** What a message tells of an entry of the log. */
export type Entry = Pick<StoredEvent, 'seq' | 'at' | 'actor'> &
  Readonly<Record<'type' | 'tenant', string> & Record<'job' | 'checkpoint', string | null>>

/**
 * The message of an entry: what happened and where, and no content. Whoever wants more asks the server, and gets what they may see.
 * Its id is made of the message, because after a restore the same place in the log may hold something else.
 */
export function messageOf({ seq, type, at, tenant, actor, job, checkpoint }: Entry): Message {
  const body = JSON.stringify({ type, timestamp: at, data: { seq, tenant, actor, job, checkpoint } })
  return { id: `evt_${seq}_${hash('sha256', body).slice(0, 16)}`, body }
}
