import { SYSTEM } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { isOverdue, whenOverdue } from './overdue.ts'
import type { Verb } from './verb.ts'

/** The clock looks at a checkpoint; true when it is expired now. */
export const expireCheckpoint: Verb<{ readonly checkpoint: CheckpointId }, Checkpoint, boolean> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    await read.get('jobs', checkpoint.job)
    return checkpoint
  },
  decide: (checkpoint, _input, now) => {
    if (!isOverdue(checkpoint, now)) return { events: [], effects: [], result: checkpoint.status === 'expired' }
    const event = eventMaker({ tenant: checkpoint.tenant, actor: SYSTEM, now })
    const { expired, ...outcome } = whenOverdue(checkpoint, event, now)
    return { ...outcome, result: expired }
  },
}
