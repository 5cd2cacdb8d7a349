import type { Actor } from '../model/actor.ts'
import { LOCAL } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { THE_SETTINGS } from './apply.ts'
import { eventMaker } from './event-maker.ts'
import type { Verb } from './verb.ts'

/** An administrator says that they work alone, or no longer do. */
export interface SetSolo {
  readonly by: Actor
  readonly solo: boolean
}

export const setSolo: Verb<SetSolo, Person | undefined, void> = {
  load: async (read, { by }) => {
    await read.get('settings', THE_SETTINGS)
    return read.get('people', by.id)
  },
  decide: (person, { by, solo }, now) => {
    // It holds for the whole store, so it is not for whoever sees a part of it.
    refuseUnlessAdminOf(by, person, ['*'])
    const event = eventMaker({ tenant: LOCAL, actor: by, now })
    return { events: [event('setting_changed', { solo })], effects: [], result: undefined }
  },
}
