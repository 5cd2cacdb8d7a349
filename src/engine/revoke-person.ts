import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL, type PersonId } from '../model/ids.ts'
import type { Passkey } from '../model/passkey.ts'
import type { Person } from '../model/person.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** Somebody leaves: their token and passkeys are worth nothing from now on, and their open votes no longer count. */
export interface RevokePerson {
  readonly by: Actor
  readonly person: PersonId
}

interface State {
  readonly known: Person | undefined
  readonly by: Person | undefined
  readonly passkeys: readonly Passkey[]
}

export const revokePerson: Verb<RevokePerson, State, void> = {
  load: async (read, { by, person }) => ({
    known: await read.get('people', person),
    by: await read.get('people', by.id),
    passkeys: (await read.get('passkeys', person))?.keys ?? [],
  }),
  decide: ({ known, by, passkeys }, { by: actor, person }, now) => {
    refuseUnlessAdminOf(actor, by, known === undefined ? [] : [known.tenants])
    if (known === undefined) throw noSuch('person', person)
    // Whoever lets somebody go stays, so that there is always an administrator.
    if (actor.id === person) {
      throw new AppError('not_authorised', [], { message: 'Nobody revokes themselves. Another administrator has to.' })
    }
    if (known.revoked_at !== null) return { events: [], effects: [], result: undefined }
    const event = eventMaker({ tenant: LOCAL, actor, now })
    // Should the name come back, it is not sure that the same person does.
    const removed = passkeys.map(({ id }) => event('passkey_removed', { person, passkey: id, step_up: null }))
    return { events: [event('person_revoked', { person }), ...removed], effects: [], result: undefined }
  },
}
