import type { Actor } from '../model/actor.ts'
import type { TenantId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { eventMaker } from './event-maker.ts'
import type { Verb } from './verb.ts'

/** An administrator adds or removes a webhook of a tenant. */
export interface NoteWebhook {
  readonly by: Actor
  readonly tenant: TenantId
  readonly webhook: string
  /** Where it leads, without what stands behind the name: paths of webhooks are often secrets. */
  readonly origin: string
  readonly change: 'added' | 'removed'
}

/** Who is told of a tenant's work is part of its history; the webhook itself is a file, because its secret must not be here. */
export const noteWebhook: Verb<NoteWebhook, Person | undefined, void> = {
  load: async (read, { by }) => read.get('people', by.id),
  decide: (person, { by, tenant, webhook, origin, change }, now) => {
    refuseUnlessAdminOf(by, person, [[tenant]])
    const event = eventMaker({ tenant, actor: by, now })
    return { events: [event(`webhook_${change}`, { webhook, origin })], effects: [], result: undefined }
  },
}
