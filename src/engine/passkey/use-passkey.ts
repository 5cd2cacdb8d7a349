import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import { LOCAL, type PasskeyId, PersonId } from '../../model/ids.ts'
import type { Passkey } from '../../model/passkey.ts'
import type { StepUpFor } from '../../model/step-up.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'

/** A passkey has signed, and its signature was found to be right. */
export interface UsePasskey {
  readonly by: Actor
  readonly passkey: PasskeyId
  /** How often it has signed by its own count. */
  readonly counter: number
  readonly backed_up: boolean
  readonly to: StepUpFor['do']
}

/** A commit of its own before what it proves: the count stays true whatever becomes of that. */
export const usePasskey: Verb<UsePasskey, Passkey | undefined, void> = {
  load: async (read, { by, passkey }) => (await read.get('passkeys', by.id))?.keys.find(({ id }) => id === passkey),
  decide: (known, { by, passkey, counter, backed_up, to }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (known === undefined)
      throw new AppError('step_up_needed', [], { message: 'That passkey is not yours any more.' })
    const event = eventMaker({ tenant: LOCAL, actor: by, now })
    const person = PersonId.parse(by.id)
    if (wentBack(counter, known.counter)) {
      const error = new AppError('step_up_needed', [], {
        message:
          'This passkey has counted further before, so there may be a copy of it. It is refused, and that is logged.',
        details: { next: 'Use a code of the terminal, and remove the passkey in the settings.' },
      })
      const refused = event('passkey_refused', { person, passkey, counter, known: known.counter })
      return { events: [refused], effects: [], error }
    }
    const used = event('passkey_used', { person, passkey, counter, backed_up, to })
    return { events: [used], effects: [], result: undefined }
  },
}

/** Devices that do not count say 0 for ever; one that counts says more each time. */
function wentBack(counter: number, known: number): boolean {
  return known > 0 && counter <= known
}
