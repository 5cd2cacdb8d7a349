import { SYSTEM } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** Nobody knows any more whether an approval was spent, so it can't be spent from now on. */
export const forgetApproval: Verb<{ readonly checkpoint: CheckpointId }, Checkpoint, boolean> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    return checkpoint
  },
  decide: ({ id, tenant, job, status, spent_at, content_hash, decision }, _input, now) => {
    const isYes = status === 'approved' || status === 'answered'
    if (!isYes || spent_at !== null) return { events: [], effects: [], result: false }
    const event = eventMaker({ tenant, actor: SYSTEM, now, job, checkpoint: id })
    const spent = { content_hash, attempt: null, decision, voided: true, call: null, forgotten: true } as const
    return { events: [event('approval_spent', spent)], effects: [], result: true }
  },
}
