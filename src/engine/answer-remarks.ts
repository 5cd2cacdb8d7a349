import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId, JobId, TenantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { answersTo, type GivenAnswer, refuseForeign } from './revise-checkpoint.ts'
import type { Verb } from './verb.ts'

/** The agent answers the remarks on something that it need not bring again. */
export interface AnswerRemarks {
  readonly tenant: TenantId
  readonly checkpoint: CheckpointId
  /** The job that asked. */
  readonly job: JobId
  readonly by: Actor
  readonly answers: readonly GivenAnswer[]
}

export const answerRemarks: Verb<AnswerRemarks, Checkpoint, number> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    return checkpoint
  },
  decide: (checkpoint, input, now) => {
    const { tenant, by, answers: given } = input
    refuseForeign(checkpoint, input)
    const answers = answersTo(checkpoint, given, now)
    const event = eventMaker({ tenant, actor: by, now, job: checkpoint.job, checkpoint: checkpoint.id })
    return { events: [event('remarks_answered', { answers })], effects: [], result: answers.length }
  },
}
