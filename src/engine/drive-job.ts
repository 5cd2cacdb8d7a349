import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Drift, Job, ProgramRef } from '../model/job.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch, refuseHalted } from './job-state.ts'
import type { NewEvent } from './ports.ts'
import type { Verb } from './verb.ts'

/** A process takes a job over, to run its program from what is recorded. It holds the job's lease. */
export interface DriveJob {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly driver: string
  readonly epoch: number
  /** The program as it is now. */
  readonly program: ProgramRef
  /** Digest of the policy that the caller would begin the job with; null when it says nothing about that. */
  readonly wanted: string | null
}

/** Whether the program is to run now, and how it differs from what the job began with. */
export interface Taken {
  readonly goes: boolean
  readonly drift: Drift | null
}

export const driveJob: Verb<DriveJob, JobState, Taken> = {
  load: (read, { job }, policies) => loadJob(read, job, policies),
  decide: (state, input, now) => {
    const { job } = state
    if (job.tenant !== input.tenant) throw noSuch('job', job.id)
    refuseOtherProgram(job, input.program)
    const kept = job.driven?.drift ?? null
    // It waits for a person, or for nothing any more.
    if (hasEnded(job) || job.status === 'stopped' || job.status === 'in_doubt') {
      return { events: [], effects: [], result: { goes: false, drift: kept } }
    }
    refuseHalted(state)

    const event = eventMaker({ tenant: job.tenant, actor: input.by, now, job: job.id })
    const { driver, epoch } = input
    const events: NewEvent[] = [event('job_driven', { driver, epoch, policy_digest: state.policy.digest })]
    if (job.status === 'waiting' || job.status === 'queued') {
      events.push(event('job_moved', { to: 'running', reason: 'Its program runs.' }))
    }
    const drift = driftOf(state, input)
    if (JSON.stringify(drift) !== JSON.stringify(kept)) events.push(event('drift_noticed', drift ?? NONE))
    return { events, effects: [], result: { goes: true, drift } }
  },
}

const NONE: Drift = { program: null, policy: null }

/** What a job came to, or waits for, belongs to the program that it began with. */
export function refuseOtherProgram({ id, program }: Pick<Job, 'id' | 'program'>, { name }: ProgramRef): void {
  if (program?.name === name) return
  const began = program === null ? 'no program' : `the program ${program.name}`
  throw new AppError('program_changed', [], { message: `Job ${id} began with ${began}, not with ${name}.` })
}

function driftOf({ job, policy }: JobState, { program, wanted }: DriveJob): Drift | null {
  const version = changed(job.program?.version ?? '', program.version)
  const held = changed(job.driven?.policy ?? policy.digest, policy.digest)
  // What a caller would begin with today is no part of the job, but whoever relies on it has to know.
  const other = held ?? (wanted === null ? null : changed(job.policy, wanted))
  return version || other ? { program: version, policy: other } : null
}

function changed(began_with: string, now: string) {
  return began_with === now ? null : { began_with, now }
}
