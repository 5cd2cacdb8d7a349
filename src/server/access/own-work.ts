import { noSuch } from '../../engine/job-state.ts'
import type { Store } from '../../engine/ports.ts'
import type { Attempt } from '../../model/attempt.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { AttemptId, CheckpointId, JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { ProgramPrincipal } from './principal.ts'

/** A job that a program may see and work on. What is not its own is not there, whoever else has it. */
export async function ownJob(store: Store, program: ProgramPrincipal, id: JobId): Promise<Job> {
  const job = (await store.get('jobs', id))?.row
  if (job === undefined || job.tenant !== program.tenant || !(await isOwn(store, program, job))) throw noSuch('job', id)
  return job
}

export async function ownCheckpoint(store: Store, program: ProgramPrincipal, id: CheckpointId): Promise<Checkpoint> {
  const checkpoint = (await store.get('checkpoints', id))?.row
  if (checkpoint === undefined || !(await isOwnWork(store, program, checkpoint.job))) throw noSuch('checkpoint', id)
  return checkpoint
}

export async function ownAttempt(store: Store, program: ProgramPrincipal, id: AttemptId): Promise<Attempt> {
  const attempt = (await store.get('attempts', id))?.row
  if (attempt === undefined || !(await isOwnWork(store, program, attempt.job))) throw noSuch('attempt', id)
  return attempt
}

async function isOwnWork(store: Store, program: ProgramPrincipal, id: JobId): Promise<boolean> {
  const job = (await store.get('jobs', id))?.row
  return job !== undefined && job.tenant === program.tenant && isOwn(store, program, job)
}

/** An agent's own: the job that its token is bound to, or the jobs under its name; and what works for those. */
async function isOwn(store: Store, { bearer }: ProgramPrincipal, job: Job): Promise<boolean> {
  if (bearer.kind === 'service') return true
  if (bearer.job !== null) return job.id === bearer.job || job.path.includes(bearer.job)
  if (job.agent === bearer.agent) return true
  for (const id of job.path) if ((await store.get('jobs', id))?.row.agent === bearer.agent) return true
  return false
}
