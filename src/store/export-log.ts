import type { Link, LogEntry, Store } from '../engine/ports.ts'
import type { Head } from './verify-chain.ts'

/** The first line of an export. */
export interface ExportHeader {
  readonly format: 'leeway-log-1'
  readonly exported_at: string
  /** Public keys as PEM by their id. */
  readonly keys: Readonly<Record<string, string>>
  readonly tenants: readonly string[]
  /** How far the log of each tenant had come when the export began: one that was cut off later does not reach it. */
  readonly heads?: Readonly<Record<string, Head>> | undefined
}

/** Every other line: a link, or an entry that the next link covers. */
export type ExportLine = { readonly link: Link } | { readonly entry: LogEntry }

type Log = Pick<Store, 'entries' | 'links' | 'keys' | 'now'>

const PAGE = 500

/** The log of some tenants as JSON lines that can be verified without the store. */
export async function* exportLog(log: Log, tenants: readonly string[]): AsyncGenerator<string> {
  const keys = await log.keys()
  const heads = await headsOf(log, tenants)
  const header: ExportHeader = { format: 'leeway-log-1', exported_at: log.now().toISOString(), keys, tenants, heads }
  yield JSON.stringify(header)
  for (const tenant of tenants) yield* exportTenant(log, tenant)
}

/** Links are small, and each is asked for again where its entries are written. */
async function headsOf(log: Log, tenants: readonly string[]): Promise<Readonly<Record<string, Head>>> {
  const heads: [string, Head][] = []
  for (const tenant of tenants) {
    let last: Link | undefined
    for (let page = await log.links({ tenant, limit: PAGE }); page.length > 0; ) {
      last = page.at(-1)
      page = await log.links({ tenant, after: last?.last, limit: PAGE })
    }
    if (last !== undefined) heads.push([tenant, { last: last.last, hash: last.hash }])
  }
  return Object.fromEntries(heads)
}

async function* exportTenant(log: Log, tenant: string): AsyncGenerator<string> {
  let last = 0
  for (;;) {
    const links = await log.links({ tenant, after: last, limit: PAGE })
    for (const link of links) {
      yield* exportEntries(log, { tenant, after: last, until: link.last })
      yield JSON.stringify({ link } satisfies ExportLine)
      last = link.last
    }
    if (links.length < PAGE) return
  }
}

async function* exportEntries(
  log: Log,
  { tenant, after, until }: { readonly tenant: string; readonly after: number; readonly until: number },
): AsyncGenerator<string> {
  let behind = after
  for (;;) {
    // No more than the link can cover: links are small, and each is asked for on its own.
    const limit = Math.min(PAGE, until - behind)
    if (limit <= 0) return
    const page = await log.entries({ tenant, after: behind, limit })
    for (const entry of page) {
      if (entry.seq > until) return
      yield JSON.stringify({ entry } satisfies ExportLine)
      behind = entry.seq
    }
    if (page.length < limit) return
  }
}
