import { SYSTEM } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Pull } from '../model/pull.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { isOverdue, whenOverdue } from './overdue.ts'
import type { Verb } from './verb.ts'

interface State {
  readonly checkpoint: Checkpoint
  readonly job: Job
  readonly pull: Pull | undefined
}

/** The clock looks at a checkpoint; true when it is expired now. */
export const expireCheckpoint: Verb<{ readonly checkpoint: CheckpointId }, State, boolean> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    const pull = checkpoint.pull === undefined ? undefined : await read.get('pulls', checkpoint.pull)
    return { checkpoint, job: (await read.get('jobs', checkpoint.job)) as Job, pull }
  },
  decide: (state, _input, now) => {
    const { checkpoint } = state
    if (!isOverdue(checkpoint, now)) return { events: [], effects: [], result: checkpoint.status === 'expired' }
    const event = eventMaker({ tenant: checkpoint.tenant, actor: SYSTEM, now })
    const { expired, events, effects } = whenOverdue(state, event, now)
    return { events, effects, result: expired }
  },
}
