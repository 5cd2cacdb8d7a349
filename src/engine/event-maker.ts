import type { Actor } from '../model/actor.ts'
import type { CheckpointId, JobId, TenantId } from '../model/ids.ts'
import type { EventData, EventType } from './event.ts'
import type { NewEvent } from './ports.ts'

/** What all events of one command have in common. */
export interface About {
  readonly tenant: TenantId
  readonly actor: Actor
  readonly now: Date
  readonly job?: JobId | null
  readonly checkpoint?: CheckpointId | null
}

/** Makes the events of one command; where one is about another job, it says so. */
export function eventMaker({ tenant, actor, now, job = null, checkpoint = null }: About) {
  const at = now.toISOString()
  return <Type extends EventType>(
    type: Type,
    data: EventData[Type],
    elsewhere: { readonly job?: JobId; readonly checkpoint?: CheckpointId; readonly actor?: Actor } = {},
  ) => ({ type, data, tenant, actor, job, checkpoint, at, ...elsewhere }) as Extract<NewEvent, { readonly type: Type }>
}
