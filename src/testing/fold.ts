import { apply } from '../engine/apply.ts'
import type { AnyRow, Brief, Store, StoredEvent, Table } from '../engine/ports.ts'
import { keyAt } from '../engine/tables.ts'
import { ATTEMPT_STATUSES } from '../model/attempt.ts'
import { CHECKPOINT_STATUSES } from '../model/checkpoint-status.ts'

/** Every row of a store, by table and id. */
export type Rows = Readonly<Record<string, unknown>>

const PAGE = 1000

/** The rows that a log makes when it is read from its beginning. */
export function foldLog(events: readonly StoredEvent[]): Rows {
  const rows = new Map<string, AnyRow>()
  const look = <Name extends Table>(table: Name, id: string) => rows.get(`${table}/${id}`) as Brief<Name> | undefined
  for (const event of events) {
    for (const { table, id, row } of apply(look, event)) {
      if (table !== 'policies') rows.set(`${table}/${id}`, row)
    }
  }
  return plain(Object.fromEntries(rows))
}

/** The whole log of a store. */
export async function readLog(store: Store): Promise<readonly StoredEvent[]> {
  const log: StoredEvent[] = []
  for (;;) {
    const page = await store.events({ after: log.at(-1)?.seq, limit: PAGE })
    log.push(...page)
    if (page.length < PAGE) return log
  }
}

/** The rows that a store really holds, but for policies, which never change. */
export async function rowsIn(store: Store, tenants: readonly string[]): Promise<Rows> {
  const found: [string, unknown][] = []
  const add = (table: Table, items: readonly { readonly id: string; readonly row: unknown }[]) => {
    for (const { id, row } of items) found.push([`${table}/${id}`, row])
  }
  for (const tenant of tenants) {
    const all = { equals: [tenant], limit: PAGE }
    add('jobs', await store.find({ table: 'jobs', index: 'by_tenant', ...all }))
    add('grants', await store.find({ table: 'grants', index: 'by_tenant', ...all }))
    add('refusals', await store.find({ table: 'refusals', index: 'by_tenant', ...all }))
    for (const status of CHECKPOINT_STATUSES) {
      const equals = [tenant, status]
      add('checkpoints', await store.find({ table: 'checkpoints', index: 'by_status', equals, limit: PAGE }))
    }
    for (const status of ATTEMPT_STATUSES) {
      const equals = [tenant, status]
      add('attempts', await store.find({ table: 'attempts', index: 'by_status', equals, limit: PAGE }))
    }
  }
  for (const [, row] of [...found]) {
    const { job, key } = row as { readonly job?: string; readonly key?: string | null }
    const use = job === undefined || !key ? undefined : await store.get('keys', keyAt(job, key))
    if (use) add('keys', [use])
  }
  const pulls = await store.find({ table: 'pulls', index: 'all', equals: ['listed'], limit: PAGE })
  add('pulls', pulls)
  for (const { id } of pulls) {
    const of = { index: 'by_pull', equals: [id], limit: PAGE } as const
    add('rounds', await store.find({ table: 'rounds', ...of }))
    add('review_threads', await store.find({ table: 'review_threads', ...of }))
    add('marks', await store.find({ table: 'marks', ...of }))
  }
  add('people', await store.find({ table: 'people', index: 'all', equals: ['listed'], limit: PAGE }))
  for (const [table, id] of [
    ['switches', 'switch'],
    ['settings', 'settings'],
  ] as const) {
    const one = await store.get(table, id)
    if (one) add(table, [one])
  }
  return plain(Object.fromEntries(found))
}

/** As it would come back from the disk, so that nothing differs by an absent value. */
function plain(rows: Rows): Rows {
  return JSON.parse(JSON.stringify(rows))
}
