import type { Actor } from '../model/actor.ts'
import type { TokenId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { Token } from '../model/token.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { tenantOf } from './issue-token.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** A token is worth nothing from now on. A person may end their own sign-in. */
export interface RevokeToken {
  readonly by: Actor
  readonly token: TokenId
}

interface State {
  readonly token: Token
  readonly by: Person | undefined
  /** Whose browser it is. */
  readonly owner: Person | undefined
}

export const revokeToken: Verb<RevokeToken, State, void> = {
  load: async (read, { by, token: id }) => {
    const token = await read.get('tokens', id)
    if (token === undefined) throw noSuch('token', id)
    const { bearer } = token
    const owner = bearer.kind === 'session' ? await read.get('people', bearer.person) : undefined
    return { token, by: await read.get('people', by.id), owner }
  },
  decide: ({ token, by, owner }, { by: actor }, now) => {
    const { bearer } = token
    const own = bearer.kind === 'session' && actor.kind === 'person' && actor.id === bearer.person
    const reach = bearer.kind === 'session' ? (owner?.tenants ?? '*') : [bearer.tenant]
    if (!own && actor.kind !== 'system') refuseUnlessAdminOf(actor, by, [reach])
    if (token.revoked_at !== null) return { events: [], effects: [], result: undefined }
    const event = eventMaker({ tenant: tenantOf(token), actor, now })
    return { events: [event('token_revoked', { token: token.id })], effects: [], result: undefined }
  },
}
