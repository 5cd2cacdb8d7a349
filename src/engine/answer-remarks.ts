import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId, JobId, TenantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { type JobState, loadJob, noSuch, refuseHalted } from './job-state.ts'
import { mergeEffect } from './pull/pull-state.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { answersTo, areGiven, type GivenAnswer, refuseForeign } from './revise-checkpoint.ts'
import type { Verb } from './verb.ts'

/** The agent answers the remarks on something that it need not bring again. */
export interface AnswerRemarks {
  readonly tenant: TenantId
  readonly checkpoint: CheckpointId
  /** The job that asked. */
  readonly job: JobId
  readonly by: Actor
  readonly answers: readonly GivenAnswer[]
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
}

interface State {
  readonly checkpoint: Checkpoint
  readonly job: JobState
}

export const answerRemarks: Verb<AnswerRemarks, State, number> = {
  load: async (read, { checkpoint: id }, policies) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    return { checkpoint, job: await loadJob(read, checkpoint.job, policies) }
  },
  decide: ({ checkpoint, job }, input, now) => {
    const { tenant, by, answers: given, driver } = input
    refuseForeign(checkpoint, input)
    // Whoever got no answer says the same again, and was heard.
    if (areGiven(checkpoint, given)) return { events: [], effects: [], result: given.length }
    refuseFenced(job.job, driver)
    refuseHalted(job)
    const answers = answersTo(checkpoint, given, now)
    const event = eventMaker({ tenant, actor: by, now, job: checkpoint.job, checkpoint: checkpoint.id })
    const { pull } = checkpoint
    // With its answers alone the agent frees what was approved.
    const effects = pull === undefined ? [] : [mergeEffect(pull, tenant, `remarks:${now.toISOString()}`)]
    return { events: [event('remarks_answered', { answers })], effects, result: answers.length }
  },
}
