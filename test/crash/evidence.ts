import { join } from 'node:path'
import Database from 'better-sqlite3'
import { KEPT } from '../../src/compose.ts'
import type { LogEntry, Store } from '../../src/engine/ports.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import { DATABASE_FILE } from '../../src/store/sqlite/open-database.ts'
import { type ChainReport, type Head, verifyChain } from '../../src/store/verify-chain.ts'
import { foldLog, type Rows, readLog, rowsIn } from '../../src/testing/fold.ts'
import { type MainCommit, readMain } from './main-commits.ts'
import type { Told } from './told.ts'
import { readLines } from './world-files.ts'

/** All that can be known of a folder after its processes are gone. */
export interface Evidence {
  /** What was acknowledged before. */
  readonly told: readonly Told[]
  readonly log: readonly LogEntry[]
  readonly chain: ChainReport
  /** SQLite's own word on its file; `ok` when it is sound. */
  readonly integrity: string
  readonly rows: Rows
  /** The rows that the log makes. */
  readonly folded: Rows
  readonly attempts: readonly Attempt[]
  /** Effects that wait to be done. */
  readonly due: readonly string[]
  /** What was really done: the key of the action and of the attempt, once for each time. */
  readonly acts: readonly (readonly string[])[]
  /** What `main` holds, the newest commit first; nothing where there is no repository. */
  readonly main: readonly MainCommit[]
  /** How often a step ran that may run again until it is recorded. */
  readonly steps: number
}

const TENANT = 'local'
const PAGE = 1000

/** Reads everything, and changes nothing. */
export async function readEvidence(
  store: Store,
  root: string,
  { told, pinned }: { readonly told: readonly Told[]; readonly pinned?: Head | undefined },
): Promise<Evidence> {
  const rows = await rowsIn(store, [TENANT])
  const attempts = Object.entries(rows).filter(([place]) => place.startsWith('attempts/'))
  return {
    told: [...told],
    log: await allEntries(store),
    chain: await verifyChain(store, { tenant: TENANT, pinned }),
    integrity: integrityOf(root),
    rows,
    folded: foldLog(await readLog(store)),
    attempts: attempts.map(([, attempt]) => attempt as Attempt),
    due: (await store.dueEffects(PAGE)).map(({ id }) => id),
    acts: readLines(root, 'acts'),
    main: readMain(root),
    steps: readLines(root, 'steps').length,
  }
}

async function allEntries(store: Store): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = []
  for (;;) {
    const page = await store.entries({ after: entries.at(-1)?.seq, limit: PAGE })
    entries.push(...page)
    if (page.length < PAGE) return entries
  }
}

function integrityOf(root: string): string {
  const db = new Database(join(root, KEPT, DATABASE_FILE), { readonly: true })
  try {
    return String(db.pragma('integrity_check', { simple: true }))
  } finally {
    db.close()
  }
}
