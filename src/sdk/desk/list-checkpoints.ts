import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import { holderAt } from '../../engine/tables.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { CheckpointId, JobId, TenantId } from '../../model/ids.ts'
import type { CheckpointQuery, Cursor, Page } from '../desk.ts'
import { pageOfHolds } from '../holds-of.ts'
import { mergePages } from './merge-pages.ts'
import { ownPage } from './own-page.ts'
import { type Seat, tenantsOf } from './seat.ts'

/** A page of what is held. Each way to list it has an index of its own, so that nobody's many questions stand before another's. */
export async function listCheckpoints(seat: Seat, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  const { statuses = ['pending'], agent } = query
  const { rows, next } = await listed(seat, query)
  const fits = (row: Checkpoint) => statuses.includes(row.status) && (agent ?? row.agent) === row.agent
  return { rows: rows.filter(fits), next }
}

function listed(seat: Seat, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  if (query.job !== undefined) return belowJob(seat, query.job, query)
  if (query.by === 'deadline') return byDeadline(seat, query)
  if (query.by === 'agent') return oneOfEach(seat, query)
  return byAge(seat, query)
}

async function byAge(seat: Seat, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  const { statuses = ['pending'], agent } = query
  const tenants = await tenantsOf(seat)
  if (agent !== undefined && isOnlyWaiting(statuses)) {
    const parts = tenants.map((tenant) => [holderAt(tenant, agent)])
    return mergePages(seat.store, { table: 'checkpoints', index: 'by_agent', parts, orderOf }, query)
  }
  const parts = tenants.flatMap((tenant) => statuses.map((status) => [tenant, status]))
  return mergePages(seat.store, { table: 'checkpoints', index: 'by_status', parts, orderOf }, query)
}

/** What runs out first comes first, whoever asks. */
async function byDeadline({ store, me }: Seat, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  const person = await me()
  const due = { table: 'checkpoints', index: 'due', equals: ['due'] } as const
  const page = await ownPage(query, {
    find: async (part) => (await store.findBrief({ ...due, ...part })).map(({ row }) => row),
    isOwn: ({ tenant }) => maySee(person, tenant),
    placeOf: ({ deadline, id }) => ({ value: deadline ?? '', id }),
  })
  // Whole are only those that are shown: what others hold may be large.
  const rows = await Promise.all(page.rows.map(({ id }) => store.get('checkpoints', id)))
  return { rows: rows.flatMap((one) => one?.row ?? []), next: page.next }
}

/** Behind the id of every checkpoint. */
const LAST_ID = '~'

/** One of every agent that waits: whatever else it has open is stepped over, and so is whoever works where somebody sees nothing. */
async function oneOfEach(seat: Seat, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  const { store, me } = seat
  const { limit = 50 } = query
  const person = await me()
  const rows: Checkpoint[] = []
  const begin = query.after && (await store.getBrief('checkpoints', query.after.id as CheckpointId))?.row
  // The place of what is not theirs to see is none.
  let after = begin !== undefined && maySee(person, begin.tenant) ? behind(begin) : undefined
  while (rows.length < limit) {
    const holder = { table: 'checkpoints', index: 'holders', equals: ['held'], after, limit: 1 } as const
    const [found] = await store.findBrief(holder)
    if (found === undefined) return { rows, next: null }
    if (maySee(person, found.row.tenant)) {
      const whole = await store.get('checkpoints', found.id)
      if (whole !== undefined) rows.push(whole.row)
      after = behind(found.row)
    } else {
      const next = await nextOwn(seat, found.row.tenant)
      if (next === undefined) return { rows, next: null }
      after = { value: holderAt(next, ''), id: '' }
    }
  }
  const last = rows.at(-1)
  return { rows, next: last === undefined ? null : { value: last.opened_at, id: last.id } }
}

/** Where all that an agent has open ends. */
function behind({ tenant, agent }: Pick<Checkpoint, 'tenant' | 'agent'>): Cursor {
  return { value: holderAt(tenant, agent), id: LAST_ID }
}

/** The first tenant behind one in the index whose work somebody sees. */
async function nextOwn(seat: Seat, tenant: TenantId): Promise<TenantId | undefined> {
  const behindIt = (await tenantsOf(seat)).filter((own) => holderAt(own, '') > holderAt(tenant, ''))
  return behindIt.sort((a, b) => (holderAt(a, '') < holderAt(b, '') ? -1 : 1))[0]
}

/** The index knows roots; a job further down takes its share of what stands there. */
async function belowJob(seat: Seat, id: JobId, query: CheckpointQuery): Promise<Page<Checkpoint>> {
  const { statuses = ['pending'], limit = 50 } = query
  const job = (await seat.store.get('jobs', id))?.row
  if (job === undefined || !maySee(await seat.me(), job.tenant)) throw noSuch('job', id)
  // What waits is found without what was answered before it, which may be much more.
  if (isOnlyWaiting(statuses)) return pageOfHolds(seat.store, job, query)
  const parts = [[job.path[0] ?? id]]
  const rows: Checkpoint[] = []
  for (let { after } = query; ; ) {
    const spread = { table: 'checkpoints', index: 'by_root', parts, orderOf } as const
    const page = await mergePages(seat.store, spread, { ...query, after, limit })
    const own = page.rows.filter((row) => row.job === id || row.path.includes(id))
    rows.push(...own.filter(({ status }) => statuses.includes(status)))
    const last = rows[limit - 1]
    if (last !== undefined) return { rows: rows.slice(0, limit), next: { value: orderOf(last), id: last.id } }
    if (page.next === null) return { rows, next: null }
    after = page.next
  }
}

function orderOf({ opened_at }: Checkpoint): string {
  return opened_at
}

function isOnlyWaiting(statuses: readonly string[]): boolean {
  return statuses.every((status) => status === 'pending')
}
