import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { THE_SETTINGS } from './apply.ts'
import { eventMaker } from './event-maker.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** Somebody joins, or gets another role or other tenants. */
export interface EnrolPerson {
  readonly by: Actor
  readonly person: Person
  /** Whether an existing person may be changed. */
  readonly change: boolean
}

interface State {
  readonly known: Person | undefined
  readonly by: Person | undefined
  /** Nobody has joined yet; the first one is the administrator. */
  readonly empty: boolean
}

export const enrolPerson: Verb<EnrolPerson, State, Person> = {
  load: async (read, { by, person }) => {
    await read.get('settings', THE_SETTINGS)
    return {
      known: await read.get('people', person.id),
      by: await read.get('people', by.id),
      empty: (await read.find({ table: 'people', index: 'all', equals: ['listed'], limit: 1 })).length === 0,
    }
  },
  decide: ({ known, by, empty }, { by: actor, person, change }, now) => {
    const first = empty && actor.kind === 'person' && actor.id === person.id && person.role === 'admin'
    if (!first) {
      refuseUnlessAdminOf(actor, by, known === undefined ? [person.tenants] : [known.tenants, person.tenants])
    }
    if (known !== undefined && !change) throw isTaken(known)
    refuseSecrets({ person: person.id, tenants: person.tenants }, '')
    const event = eventMaker({ tenant: LOCAL, actor, now })
    const type = known === undefined ? 'person_enrolled' : 'person_changed'
    // Of several who are the first at the same moment, all write this row, so only one of them is.
    const opened = first ? [event('setting_changed', { solo: false })] : []
    return { events: [event(type, { person }), ...opened], effects: [], result: person }
  },
}

/** Whoever was let go stands in the log under the name, so the name comes back, and is not given a second time. */
function isTaken({ id, revoked_at }: Person): AppError {
  if (revoked_at === null) return new AppError('id_taken', [], { message: `${id} has joined already.` })
  const message = `${id} was here before and was let go. A new token brings them back, with the role and the tenants that they had.`
  return new AppError('id_taken', [], { message, details: { next: `Bring them back: leeway people renew ${id}` } })
}
