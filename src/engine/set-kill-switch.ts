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
    const why = whyNot(person, scope, on)
    if (why !== undefined) {
      throw new AppError('not_authorised', [], { message: `${by.id} may not set this kill switch: ${why}` })
    }
    refuseSecrets({ scope, reason }, '')
    const tenant = scope.of === 'tenant' ? (scope.tenant as TenantId) : LOCAL
    const event = eventMaker({ tenant, actor: by, now })
    return { events: [event('kill_switch_set', { scope, on, reason })], effects: [], result: undefined }
  },
}

/** Anybody who decides may halt what they see; letting it go on is for administrators. */
function whyNot(person: Person | undefined, scope: HaltScope, on: boolean): string | undefined {
  if (person === undefined || person.revoked_at !== null) return 'nobody of that name is here.'
  if (person.role === 'viewer') return 'viewers look and do not decide.'
  if (!on && person.role !== 'admin') return 'an administrator lets it go on.'
  const { tenants } = person
  if (tenants === '*' || (scope.of === 'tenant' && tenants.includes(scope.tenant as TenantId))) return undefined
  return `it reaches further than the tenants that they see (${tenants.join(', ')}). They may halt one of those.`
}
