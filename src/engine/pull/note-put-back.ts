import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadPull } from './pull-state.ts'

/** Somebody has deleted the branch of a pull request from the repository, and it is put back where it was. */
export interface NotePutBack {
  readonly pull: PullId
  readonly by: Actor
  readonly head: string
}

export const notePutBack: Verb<NotePutBack, Pull, null> = {
  load: (read, { pull }) => loadPull(read, pull),
  decide: (pull, { by, head }, now) => {
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    return { events: [event('branch_put_back', { pull: pull.id, head })], effects: [], result: null }
  },
}
