import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Effect } from './ports.ts'

/** What people and listeners are told. Ids are stable, so that telling twice is noticed. */
export type NoticeBody = Readonly<Record<string, unknown>> & {
  readonly about: 'held' | 'resolved' | 'overdue' | 'sent_back' | 'stalled' | 'in_doubt'
}

/** Somebody has to look. */
export function heldNotice({ id, tenant, revision, job, path, agent, title }: Checkpoint): Effect {
  return notice(`held:${id}:${revision}`, tenant, { about: 'held', checkpoint: id, job, path, agent, title })
}

/** Nobody has to look any more. */
export function resolvedNotice({ id, tenant, job, path }: Checkpoint, status: string): Effect {
  return notice(`resolved:${id}`, tenant, { about: 'resolved', checkpoint: id, job, path, status })
}

/** Nobody looked in time. */
export function overdueNotice({ id, tenant, job, path, deadline }: Checkpoint, did: string): Effect {
  return notice(`overdue:${id}:${deadline}`, tenant, { about: 'overdue', checkpoint: id, job, path, did })
}

/** The agent has to bring another revision. */
export function sentBackNotice({ id, tenant, job, path, revision }: Checkpoint): Effect {
  return notice(`sent_back:${id}:${revision}`, tenant, { about: 'sent_back', checkpoint: id, job, path })
}

/** An agent tries again and again what it was refused. */
export function stallNotice({ id, tenant }: Job, { id: refusal, reason }: Refusal): Effect {
  return notice(`stalled:${refusal}`, tenant, { about: 'stalled', job: id, reason })
}

/** Nobody knows whether an action ran. */
export function doubtNotice({ id, tenant, job }: Attempt): Effect {
  return notice(`in_doubt:${id}`, tenant, { about: 'in_doubt', attempt: id, job })
}

function notice(id: string, tenant: string, body: NoticeBody): Effect {
  return { id: `notice:${id}`, kind: 'notice', tenant, body }
}
