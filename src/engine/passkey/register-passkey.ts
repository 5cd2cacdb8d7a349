import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import { LOCAL } from '../../model/ids.ts'
import { MOST_PASSKEYS, type Passkey } from '../../model/passkey.ts'
import type { Person } from '../../model/person.ts'
import type { Proof } from '../../model/step-up.ts'
import { eventMaker } from '../event-maker.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { kept, proves, stillHas } from '../step-up.ts'
import type { Verb } from '../verb.ts'

/** A person adds a passkey of their own. */
export interface RegisterPasskey {
  readonly by: Actor
  readonly passkey: Passkey
  /** A sign-in alone adds none: whoever stole it could then pass every later step-up. */
  readonly step_up: Proof | null
}

interface State {
  readonly person: Person | undefined
  readonly keys: readonly Passkey[]
}

export const registerPasskey: Verb<RegisterPasskey, State, Passkey> = {
  load: async (read, { by }) => ({
    person: await read.get('people', by.id),
    keys: (await read.get('passkeys', by.id))?.keys ?? [],
  }),
  decide: ({ person, keys }, { by, passkey, step_up }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (person === undefined || person.revoked_at !== null || passkey.person !== person.id) {
      throw new AppError('not_authorised', [], { message: 'Nobody adds a passkey for somebody else.' })
    }
    if (!proves(step_up, { do: 'add_passkey' }, now) || !stillHas(keys, step_up)) {
      const message = 'A new passkey needs a fresh proof that it is you: a code of the terminal, or another passkey.'
      throw new AppError('step_up_needed', [], { message })
    }
    if (keys.some(({ credential }) => credential === passkey.credential)) throw new AppError('passkey_known')
    if (keys.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
    refuseSecrets(passkey.name, '/name')
    const event = eventMaker({ tenant: LOCAL, actor: by, now })
    const registered = event('passkey_registered', { passkey, step_up: kept(step_up) })
    return { events: [registered], effects: [], result: passkey }
  },
}
