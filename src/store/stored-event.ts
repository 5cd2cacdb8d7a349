import type { LogEntry, StoredEvent } from '../engine/ports.ts'

/** An event out of its text. The log holds only what verbs wrote, so its type is trusted. */
export function storedEvent({ seq, tenant, job, checkpoint, type, at, actor, data }: LogEntry): StoredEvent {
  const event = { seq, tenant, job, checkpoint, type, at, actor: JSON.parse(actor), data: JSON.parse(data) }
  return event as StoredEvent
}
