import type { Actor } from '../model/actor.ts'
import type { AppError } from '../model/errors.ts'
import type { TenantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import type { Verb } from './verb.ts'

/** Somebody who wanted what they may not. */
export interface DenyAccess {
  readonly tenant: TenantId
  readonly by: Actor
  readonly wanted: string
  readonly refusal: AppError
}

/** That somebody tried is worth knowing, also where nothing was looked at. */
export const denyAccess: Verb<DenyAccess, null, never> = {
  load: async () => null,
  decide: (_state, { tenant, by, wanted, refusal }, now) => {
    const event = eventMaker({ tenant, actor: by, now, job: null })
    return { events: [event('access_denied', { wanted, why: refusal.code })], effects: [], error: refusal }
  },
}
