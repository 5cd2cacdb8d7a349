import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadPull } from './pull-state.ts'

/** A merge that was permitted could not be made, and will be tried again: people have to know why, because only they can mend it. */
export interface NoteStuck {
  readonly pull: PullId
  readonly by: Actor
  /** Of the error. */
  readonly code: string
  readonly reason: string
}

export const noteStuck: Verb<NoteStuck, Pull, null> = {
  load: (read, { pull }) => loadPull(read, pull),
  decide: (pull, { by, code, reason }, now) => {
    const isClaimed = pull.status === 'open' && pull.merge !== null
    // It is tried every minute, and the log says a thing once; words can name another file each time.
    if (!isClaimed || pull.stuck?.code === code) return { events: [], effects: [], result: null }
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    return { events: [event('merge_stuck', { pull: pull.id, code, reason })], effects: [], result: null }
  },
}
