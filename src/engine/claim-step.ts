import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import { refuseMisreferences } from '../model/secret-reference.ts'
import type { Sealed } from './content-hash.ts'
import { eventMaker } from './event-maker.ts'
import { type JobState, loadJob, noSuch, refuseHalted, refuseIdle } from './job-state.ts'
import { type Claim, newAttempt } from './new-attempt.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { type KeyUse, keyAt } from './tables.ts'
import type { Verb } from './verb.ts'

/** A program claims a step that must not run twice, before it runs. */
export interface ClaimStep {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly driver: string
  readonly key: string
  readonly sealed: Sealed
  readonly claim: Claim
}

interface State extends JobState {
  readonly use: KeyUse | undefined
  readonly known: Attempt | undefined
}

export const claimStep: Verb<ClaimStep, State, Attempt> = {
  load: async (read, { job, key, claim }, policies) => {
    await read.get('attempts', claim.attempt)
    const use = await read.get('keys', keyAt(job, key))
    const known = use?.attempt ? await read.get('attempts', use.attempt) : undefined
    return { ...(await loadJob(read, job, policies)), use, known }
  },
  decide: (state, { tenant, by, driver, key, sealed, claim }, now) => {
    const { job, use, known } = state
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    if (known?.permit.by === 'program') return { events: [], effects: [], result: known }
    if (use !== undefined) throw usedOtherwise(key)
    refuseFenced(job, driver)
    refuseIdle(job)
    refuseHalted(state)
    refuseSecrets(sealed.content, '')
    refuseMisreferences(sealed.content, '')
    const attempt = newAttempt({ job, key, sealed, claim, permit: { by: 'program' }, now })
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    return { events: [event('attempt_claimed', { attempt })], effects: [], result: attempt }
  },
}

/** What came of that is nothing of the step's, and the step would count as done. */
function usedOtherwise(key: string): AppError {
  const message = `The key ${key} is the step's own, and was given to another question of this job. Give that question another key.`
  return new AppError('key_reused', [], { message })
}
