import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Hosted, Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadPull } from './pull-state.ts'

/** A pull request stands on a forge, at a commit of ours. */
export interface HostPull {
  readonly pull: PullId
  readonly by: Actor
  readonly hosted: Pick<Hosted, 'forge' | 'number' | 'url' | 'head'>
}

export const hostPull: Verb<HostPull, Pull, null> = {
  load: (read, { pull }) => loadPull(read, pull),
  decide: (pull, { by, hosted }, now) => {
    const known = pull.hosted
    const isSame = known?.number === hosted.number && known.head === hosted.head && known.url === hosted.url
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    return { events: isSame ? [] : [event('pull_hosted', { pull: pull.id, hosted })], effects: [], result: null }
  },
}
