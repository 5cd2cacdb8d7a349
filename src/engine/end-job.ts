import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import { inDoubt } from '../model/in-doubt.ts'
import type { Job } from '../model/job.ts'
import type { Pull } from '../model/pull.ts'
import { escapeHidden } from '../model/quote.ts'
import { asClosed, closeHeld, heldBy } from './close-held.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch } from './job-state.ts'
import type { Brief } from './ports.ts'
import { closeWithJob, openPullsOf } from './pull/close-with-job.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { refuseSecrets, refuseSecretsIn } from './refuse-secrets.ts'
import { canonicalText } from './schema/same-value.ts'
import type { Verb } from './verb.ts'

const MOST_SHOWN = 200

/** The program says that the job is done, or that it failed. */
export interface EndJob {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly status: 'completed' | 'failed'
  readonly reason: string
  readonly outcome: unknown
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
}

const NOTHING = { events: [], effects: [], result: undefined }

interface State extends JobState {
  readonly open: readonly Brief<'checkpoints'>[]
  readonly pulls: readonly Pull[]
}

export const endJob: Verb<EndJob, State, void> = {
  load: async (read, { job }, policies) => {
    const state = await loadJob(read, job, policies)
    return { ...state, open: await heldBy(read, state.job.held), pulls: await openPullsOf(read, job) }
  },
  decide: ({ job, open, pulls }, { tenant, by, status, reason, outcome, driver }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    refuseFenced(job, driver)
    refuseSecretsIn({ outcome }, '')
    refuseSecrets({ reason }, '')
    // Said twice it is the same as once; another outcome would be acknowledged, and lost.
    if (job.status === status && textOf(job.outcome) === textOf(outcome)) return NOTHING
    if (hasEnded(job)) throw endedOtherwise(job)
    // What was sent back waits for the agent alone: once that has failed, nobody would ever bring it again.
    const waiting = status === 'failed' ? open.filter(({ sent_back }) => !sent_back) : open
    if (waiting.length > 0) {
      const ids = waiting.map(({ id }) => id).join(', ')
      throw new AppError('job_held', [], { message: `Job ${job.id} waits for ${ids}.` })
    }
    if (job.status === 'in_doubt') throw inDoubt({ job: job.id, status: job.status })
    if (job.status === 'stopped') throw new AppError('job_stopped')
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    const why = reason || `Its job is ${status}.`
    const closed = closeWithJob(pulls, asClosed(why), event)
    return {
      events: [
        ...closeHeld(open, { by, reason: why, now }, event),
        ...closed.events,
        event('job_moved', { to: status, reason, outcome }),
      ],
      effects: closed.effects,
      result: undefined,
    }
  },
}

function endedOtherwise({ id, status, outcome }: Job): AppError {
  const text = textOf(outcome)
  const shown = escapeHidden(text.slice(0, MOST_SHOWN)) + (text.length > MOST_SHOWN ? '…' : '')
  const how = outcome === null ? status : `${status}, and what came of it is ${shown}`
  const message = `Job ${id} is ${how}. How a job ended can't be changed.`
  return new AppError('job_ended', [], { message, details: { job: id, status } })
}

/** An outcome as it is written down, the same for equal ones. */
function textOf(outcome: unknown): string {
  return canonicalText(JSON.parse(JSON.stringify(outcome ?? null) ?? 'null'))
}
