import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import { LOCAL, type PasskeyId, type PersonId } from '../../model/ids.ts'
import type { Passkey } from '../../model/passkey.ts'
import type { Person } from '../../model/person.ts'
import type { Proof } from '../../model/step-up.ts'
import { refuseUnlessAdminOf } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { noSuch } from '../job-state.ts'
import { kept, proves, stillHas } from '../step-up.ts'
import type { Verb } from '../verb.ts'

/** A passkey is worth nothing from now on: by its person's own hand, an administrator's, or after a restore. */
export interface RemovePasskey {
  readonly by: Actor
  readonly person: PersonId
  readonly passkey: PasskeyId
  readonly step_up: Proof | null
}

interface State {
  readonly by: Person | undefined
  readonly owner: Person | undefined
  readonly keys: readonly Passkey[]
}

export const removePasskey: Verb<RemovePasskey, State, void> = {
  load: async (read, { by, person }) => ({
    by: await read.get('people', by.id),
    owner: await read.get('people', person),
    keys: (await read.get('passkeys', person))?.keys ?? [],
  }),
  decide: ({ by, owner, keys }, { by: actor, person, passkey, step_up }, now) => {
    const isOwn = actor.kind === 'person' && actor.id === person
    if (!isOwn && actor.kind !== 'system') refuseUnlessAdminOf(actor, by, [owner?.tenants ?? '*'])
    if (!keys.some(({ id }) => id === passkey)) throw noSuch('passkey', passkey)
    const isProved = isOwn && proves(step_up, { do: 'remove_passkey', passkey }, now) && stillHas(keys, step_up)
    if (isOwn && !isProved) {
      const message = 'To remove a passkey, prove afresh that it is you.'
      throw new AppError('step_up_needed', [], { message })
    }
    const event = eventMaker({ tenant: LOCAL, actor, now })
    const removed = event('passkey_removed', { person, passkey, step_up: isProved ? kept(step_up) : null })
    return { events: [removed], effects: [], result: undefined }
  },
}
