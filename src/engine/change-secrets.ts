import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL, type PersonId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** Somebody gets another token or passphrase, by their own hand or by an administrator's. */
export interface ChangeSecrets {
  readonly by: Actor
  readonly person: PersonId
  /** What is kept of the passphrase that they proved to know; null where they proved none. */
  readonly proved: string | null
  /** What is left out stays as it is. */
  readonly secrets: Pick<Person, 'passphrase_hash'> & Partial<Pick<Person, 'token_hash'>>
}

interface State {
  readonly known: Person | undefined
  readonly by: Person | undefined
}

export const changeSecrets: Verb<ChangeSecrets, State, void> = {
  load: async (read, { by, person }) => ({
    known: await read.get('people', person),
    by: await read.get('people', by.id),
  }),
  decide: ({ known, by }, { by: actor, person, proved, secrets }, now) => {
    const own = actor.kind === 'person' && actor.id === person && known?.revoked_at === null
    if (!own) refuseUnlessAdminOf(actor, by, known === undefined ? [] : [known.tenants])
    if (known === undefined) throw noSuch('person', person)
    // Whoever stole a token has not got the passphrase with it, and can't put another in its place.
    if (own && known.passphrase_hash !== proved) {
      throw new AppError('step_up_needed', [], {
        message: 'You have a passphrase, and only who knows it changes it.',
        details: { next: 'Give the old one, or ask an administrator for a new token.' },
      })
    }
    const event = eventMaker({ tenant: LOCAL, actor, now })
    const back = known.revoked_at === null ? {} : { revoked_at: null, back_at: now.toISOString() }
    const changed = { ...known, ...secrets, ...back }
    return { events: [event('person_changed', { person: changed })], effects: [], result: undefined }
  },
}
