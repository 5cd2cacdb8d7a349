import { SYSTEM } from '../model/actor.ts'
import type { Grant } from '../model/grant.ts'
import type { GrantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** Nobody knows any more how often a grant was used, so it permits nothing from now on. */
export const forgetGrant: Verb<{ readonly grant: GrantId }, Grant, boolean> = {
  load: async (read, { grant: id }) => {
    const grant = await read.get('grants', id)
    if (grant === undefined) throw noSuch('grant', id)
    return grant
  },
  decide: ({ id, tenant, revoked_at }, _input, now) => {
    if (revoked_at !== null) return { events: [], effects: [], result: false }
    const event = eventMaker({ tenant, actor: SYSTEM, now })
    return { events: [event('grant_revoked', { grant: id })], effects: [], result: true }
  },
}
