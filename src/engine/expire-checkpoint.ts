import { SYSTEM } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { isOverdue, whenOverdue } from './overdue.ts'
import type { Verb } from './verb.ts'

interface State {
  readonly checkpoint: Checkpoint
  readonly job: Job
}

/** The clock looks at a checkpoint; true when it is expired now. */
export const expireCheckpoint: Verb<{ readonly checkpoint: CheckpointId }, State, boolean> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    return { checkpoint, job: (await read.get('jobs', checkpoint.job)) as Job }
  },
  decide: ({ checkpoint, job }, _input, now) => {
    if (!isOverdue(checkpoint, now)) return { events: [], effects: [], result: checkpoint.status === 'expired' }
    const event = eventMaker({ tenant: checkpoint.tenant, actor: SYSTEM, now })
    const { expired, events } = whenOverdue({ checkpoint, job }, event, now)
    return { events, effects: [], result: expired }
  },
}
