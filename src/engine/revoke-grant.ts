import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { Grant } from '../model/grant.ts'
import type { GrantId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { maySee } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** A person takes a permission back. */
export interface RevokeGrant {
  readonly grant: GrantId
  readonly by: Actor
}

interface State {
  readonly grant: Grant
  readonly person: Person | undefined
}

export const revokeGrant: Verb<RevokeGrant, State, void> = {
  load: async (read, { grant: id, by }) => {
    const grant = await read.get('grants', id)
    if (grant === undefined) throw noSuch('grant', id)
    return { grant, person: await read.get('people', by.id) }
  },
  decide: ({ grant, person }, { by }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (!maySee(person, grant.tenant)) throw noSuch('grant', grant.id)
    if (person.role === 'viewer') throw new AppError('not_authorised')
    if (grant.revoked_at !== null) return { events: [], effects: [], result: undefined }
    const event = eventMaker({ tenant: grant.tenant, actor: by, now })
    return { events: [event('grant_revoked', { grant: grant.id })], effects: [], result: undefined }
  },
}
