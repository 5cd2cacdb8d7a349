import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Refusal } from '../model/refusal.ts'
import { fingerprintOf } from './content-hash.ts'
import type { eventMaker } from './event-maker.ts'
import type { NewEvent } from './ports.ts'

/** The third equal try is a sign of an agent that is stuck. */
export const STALL_AT = 3

/** A refusal holds for the whole family of jobs: a child can't try what its parent was refused. */
export function refusalId(job: Job, fingerprint: string): string {
  return `${job.path[0] ?? job.id}/${fingerprint}`
}

/** What a no to a checkpoint refuses: what stands there, and where a person edited it, also what the agent itself had asked. */
export function refusedBy({ content, content_hash, asked_hash, asked_call }: Checkpoint): readonly string[] {
  const shown = fingerprintOf(content)
  return content_hash === asked_hash ? [shown] : [shown, asked_call ?? asked_hash]
}

interface Said {
  readonly by: Actor
  readonly reason: string
  readonly checkpoint: CheckpointId | null
  readonly now: Date
}

/** A no that will hold. */
export function refusalOf(job: Job, fingerprint: string, { by, reason, checkpoint, now }: Said): Refusal {
  return {
    id: refusalId(job, fingerprint),
    tenant: job.tenant,
    root: job.path[0] ?? job.id,
    fingerprint,
    by,
    reason,
    checkpoint,
    count: 1,
    refused_at: now.toISOString(),
  }
}

/** A no to a child is a fact for everyone it works for. */
export function factsForAncestors(
  job: Job,
  event: ReturnType<typeof eventMaker>,
  said: { readonly checkpoint: CheckpointId | null; readonly reason: string },
): readonly NewEvent[] {
  return job.path.map((ancestor) => event('child_refused', { child: job.id, ...said }, { job: ancestor }))
}
