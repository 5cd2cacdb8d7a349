import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL, type TenantId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { HaltScope } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { THE_SWITCH } from './job-state.ts'
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
    if (person === undefined || person.revoked_at !== null || person.role === 'viewer')
      throw new AppError('not_authorised')
    // Anybody who decides may halt; letting go on, and what concerns every tenant, is for administrators.
    const wide = scope.of !== 'tenant' && person.tenants !== '*'
    const foreign =
      scope.of === 'tenant' && person.tenants !== '*' && !person.tenants.includes(scope.tenant as TenantId)
    if (wide || foreign || (!on && person.role !== 'admin')) throw new AppError('not_authorised')
    const tenant = scope.of === 'tenant' ? (scope.tenant as TenantId) : LOCAL
    const event = eventMaker({ tenant, actor: by, now })
    return { events: [event('kill_switch_set', { scope, on, reason })], effects: [], result: undefined }
  },
}
