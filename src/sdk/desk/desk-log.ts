import { maySee } from '../../engine/access.ts'
import type { EventType, StoredEvent } from '../../engine/ports.ts'
import type { TenantId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import { breathe } from '../breathe.ts'
import type { Desk, LogEvent, LogQuery } from '../desk.ts'
import { type Seat, tenantsOf } from './seat.ts'
import { haveToDo, reachAbout } from './whom-about.ts'

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
      return ofTenants(seat, person, { type, after, limit })
    },
  }
}

/** What is about people of other tenants is passed over; a page that would hold nothing else goes on behind it. */
async function ofTenants(seat: Seat, person: Person, query: LogQuery): Promise<readonly LogEvent[]> {
  const tenants = await tenantsOf(seat)
  for (let { after } = query; ; ) {
    const found = await readTenants(seat, tenants, { ...query, after })
    const rows: LogEvent[] = []
    for (const event of found) {
      const reach = await reachAbout(seat.store, { type: event.type, data: () => event.data })
      if (reach === undefined || haveToDo(person, { tenants: reach })) rows.push(told(seat, event))
    }
    const last = found.at(-1)
    if (rows.length > 0 || last === undefined) return rows
    after = last.seq
    await breathe()
  }
}

async function readTenants(seat: Seat, tenants: readonly TenantId[], { type, after, limit = 100 }: LogQuery) {
  const found: StoredEvent[] = []
  for (const tenant of tenants) {
    found.push(...(await seat.store.events({ tenant, type: type as EventType, after, limit })))
  }
  return found.sort((a, b) => a.seq - b.seq).slice(0, limit)
}

/** Nobody has to see what proves who somebody else is, or reads what somebody else has not said yet. */
function told(seat: Seat, event: StoredEvent): LogEvent {
  if (event.type === 'drafts_saved' && event.actor.id !== seat.by.id) {
    return { ...event, data: { ...event.data, drafts: event.data.drafts.map(({ id }) => ({ id })) } }
  }
  if (event.type === 'unsent_saved' && event.actor.id !== seat.by.id) {
    return { ...event, data: { pull: event.data.pull } }
  }
  if (event.type === 'token_issued') {
    const { hash: _hash, ...token } = event.data.token
    return { ...event, data: { token } }
  }
  if (event.type !== 'person_enrolled' && event.type !== 'person_changed') return event
  const { token_hash: _token, passphrase_hash: _passphrase, ...person } = event.data.person
  return { ...event, data: { person } }
}
