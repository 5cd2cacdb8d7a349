import { AppError } from '../model/errors.ts'
import { haltedName, haltOver } from '../model/halts.ts'
import type { JobId } from '../model/ids.ts'
import { inDoubt } from '../model/in-doubt.ts'
import type { Job } from '../model/job.ts'
import { JOB_MOVES } from '../model/job-status.ts'
import type { KillSwitch } from '../model/kill-switch.ts'
import { NOTHING_HALTED } from '../model/nothing-halted.ts'
import { isStanding } from '../model/standing-key.ts'
import type { CompiledPolicy } from '../policy/compile.ts'
import type { Named, Policies } from './policies.ts'
import type { Reader } from './reader.ts'

/** A job with everything above it that bounds what it may do. */
export interface JobState {
  readonly job: Job
  /** The root first. */
  readonly ancestors: readonly Job[]
  readonly halted: KillSwitch
  /** What really holds at this moment. */
  readonly policy: CompiledPolicy
  readonly own: Named
}

/** Reads a job with its ancestors and the kill switch; the append then checks that none of them changed. */
export async function loadJob(read: Reader, id: JobId, policies: Policies): Promise<JobState> {
  const job = await read.get('jobs', id)
  if (job === undefined) throw noSuch('job', id)
  const ancestors: Job[] = []
  for (const above of job.path) ancestors.push((await read.get('jobs', above)) as Job)
  const halted = (await read.get('switches', THE_SWITCH)) ?? NOTHING_HALTED
  const own = await named(read, job)
  const above: Named[] = []
  for (const ancestor of ancestors) above.push(await named(read, ancestor))
  return { job, ancestors, halted, own, policy: policies.effective(own, above) }
}

/** There is one row, so that every gate looks at the whole. */
export const THE_SWITCH = 'switch'

async function named(read: Reader, job: Job): Promise<Named> {
  const policy = await read.get('policies', job.policy)
  if (policy === undefined) throw noSuch('policy', job.policy)
  return { digest: job.policy, policy }
}

/** The same words for what is absent and what belongs to somebody else, so that nobody learns which. */
export function noSuch(what: string, id: string): AppError {
  return new AppError('not_found', [], {
    message: `There is no ${what} ${id}, or it is not yours to see.`,
    details: { [what]: id },
  })
}

/** Final statuses: nothing of the job runs any more. */
export function hasEnded({ status }: Job): boolean {
  return JOB_MOVES[status].length === 0
}

/** A job that has ended, is stopped or in doubt does nothing more until a person says so. */
export function refuseIdle(job: Job): void {
  const details = { job: job.id, status: job.status }
  const next = isStanding(job) ? 'start the agent again, and it begins a new one' : 'start it under another key'
  const message = `Job ${job.id} is ${job.status}, and nothing of it runs any more. Work that goes on is another job: ${next}.`
  if (hasEnded(job)) throw new AppError('job_ended', [], { message, details })
  if (job.status === 'stopped') throw new AppError('job_stopped', [], { details })
  if (job.status === 'in_doubt') throw inDoubt(details)
}

/** Refuses what would run while it is halted. The details tell a switch, which is turned off again, from work that is over. */
export function refuseHalted(state: Pick<JobState, 'job' | 'ancestors' | 'halted'>): void {
  const message = whyHalted(state)
  if (message === undefined) return
  const thrown = haltOver(state.halted, [...state.ancestors, state.job])
  throw new AppError('halted', [], { message, ...(thrown && { details: { kill_switch: haltedName(thrown) } }) })
}

/** Why nothing of this job may run now, in a sentence; undefined when nothing is in the way. */
export function whyHalted({
  job,
  ancestors,
  halted,
}: Pick<JobState, 'job' | 'ancestors' | 'halted'>): string | undefined {
  const thrown = haltOver(halted, [...ancestors, job])
  if (thrown) return `${thrown.by} threw the kill switch for ${haltedName(thrown)}: ${thrown.reason}`
  const cancelled = ancestors.find(({ status }) => status === 'cancelled')
  if (cancelled) return `Job ${cancelled.id}, which this one works for, was cancelled.`
  const ended = ancestors.find(hasEnded)
  if (ended) return `Job ${ended.id}, which this one works for, has ended.`
  const stopped = ancestors.find(({ status }) => status === 'stopped')
  return stopped && `Job ${stopped.id}, which this one works for, is stopped until a person resumes it.`
}
