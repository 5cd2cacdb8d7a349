import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL, type TenantId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { HaltScope } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { THE_SWITCH } from './job-state.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** A person halts everything, one agent or one tenant at once, or lets it go on. */
export interface SetKillSwitch {
  readonly by: Actor
  readonly scope: HaltScope
  readonly on: boolean
  readonly reason: string
}

export const setKillSwitch: Verb<SetKillSwitch, Person | undefined, void> = {
  load: async (read, { by }) => {
    await read.get('switches', THE_SWITCH)
    return read.get('people', by.id)
  },
  decide: (person, { by, scope, on, reason }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (!maySwitch(person, scope, on)) {
      const message = `${by.id} may not set this kill switch. ${whyNot(person, on)}`
      throw new AppError('not_authorised', [], { message })
    }
    refuseSecrets({ scope, reason }, '')
    const tenant = scope.of === 'tenant' ? (scope.tenant as TenantId) : LOCAL
    const event = eventMaker({ tenant, actor: by, now })
    return { events: [event('kill_switch_set', { scope, on, reason })], effects: [], result: undefined }
  },
}

/** Anybody who decides may halt what they see; letting it go on is for administrators. */
function maySwitch(person: Person | undefined, scope: HaltScope, on: boolean): boolean {
  if (person === undefined || person.revoked_at !== null || person.role === 'viewer') return false
  if (!on && person.role !== 'admin') return false
  return person.tenants === '*' || (scope.of === 'tenant' && person.tenants.includes(scope.tenant as TenantId))
}

/** What would have to be otherwise, the plainest first. */
function whyNot(person: Person | undefined, on: boolean): string {
  if (person === undefined || person.revoked_at !== null) return 'They have no part in this house.'
  if (person.role === 'viewer') return 'A viewer may look and not decide.'
  if (!on && person.role !== 'admin') return 'An administrator lets it go on.'
  return 'It reaches further than the tenants that they see.'
}
