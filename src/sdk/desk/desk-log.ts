import { maySee } from '../../engine/access.ts'
import type { EventType, StoredEvent } from '../../engine/ports.ts'
import type { TenantId } from '../../model/ids.ts'
import type { Desk, LogEvent, LogQuery } from '../desk.ts'
import { type Seat, tenantsOf } from './seat.ts'

/** The log, as far as a person may see it. */
export function deskLog(seat: Seat): Pick<Desk, 'events'> {
  return {
    events: async (query = {}) => {
      const person = await seat.me()
      const { job, checkpoint, limit = 100, after } = query
      const type = query.type as EventType | undefined
      if (person.tenants === '*' || job !== undefined || checkpoint !== undefined) {
        const found = await seat.store.events({ job, checkpoint, type, after, limit })
        return found.filter(({ tenant }) => maySee(person, tenant)).map((event) => told(seat, event))
      }
      return ofTenants(seat, await tenantsOf(seat), { type, after, limit })
    },
  }
}

async function ofTenants(seat: Seat, tenants: readonly TenantId[], query: LogQuery): Promise<readonly LogEvent[]> {
  const { limit = 100 } = query
  const found: StoredEvent[] = []
  for (const tenant of tenants) {
    found.push(...(await seat.store.events({ tenant, type: query.type as EventType, after: query.after, limit })))
  }
  return found
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit)
    .map((event) => told(seat, event))
}

/** Nobody has to see what proves who somebody else is, or reads what somebody else has not said yet. */
function told(seat: Seat, event: StoredEvent): LogEvent {
  if (event.type === 'drafts_saved' && event.actor.id !== seat.by.id) {
    return { ...event, data: { ...event.data, drafts: event.data.drafts.map(({ id }) => ({ id })) } }
  }
  if (event.type === 'token_issued') {
    const { hash: _hash, ...token } = event.data.token
    return { ...event, data: { token } }
  }
  if (event.type !== 'person_enrolled' && event.type !== 'person_changed') return event
  const { token_hash: _token, passphrase_hash: _passphrase, ...person } = event.data.person
  return { ...event, data: { person } }
}
