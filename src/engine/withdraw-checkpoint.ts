import type { Actor } from '../model/actor.ts'
import type { CheckpointId, JobId, TenantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Brief } from './ports.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { refuseForeign } from './revise-checkpoint.ts'
import type { Verb } from './verb.ts'

/** Whoever asked takes the question back, or asks another in its place. It is closed and stays in the log. */
export interface WithdrawCheckpoint {
  readonly tenant: TenantId
  readonly checkpoint: CheckpointId
  /** The job that asked; absent where somebody closes what any job has open. */
  readonly job?: JobId
  readonly by: Actor
  readonly status: 'cancelled' | 'superseded'
  readonly reason: string
}

export const withdrawCheckpoint: Verb<WithdrawCheckpoint, Brief<'checkpoints'>, boolean> = {
  load: async (read, { checkpoint: id }) => {
    const checkpoint = await read.brief('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    await read.get('jobs', checkpoint.job)
    return checkpoint
  },
  decide: (checkpoint, input, now) => {
    const { tenant, by, status, reason } = input
    refuseForeign(checkpoint, input)
    if (checkpoint.status !== 'pending') return { events: [], effects: [], result: false }
    refuseSecrets(reason, '/reason')
    const event = eventMaker({ tenant, actor: by, now, job: checkpoint.job, checkpoint: checkpoint.id })
    const resolution = { answer: null, by, at: now.toISOString(), reason, grant: null }
    return {
      events: [event('checkpoint_resolved', { status, resolution })],
      effects: [],
      result: true,
    }
  },
}
