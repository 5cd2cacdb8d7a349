import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Apply, LogEntry, Searchable, Table } from '../../engine/ports.ts'
import { Apart } from '../apart.ts'
import { type Flawed, FlawList } from '../flaw-list.ts'
import { isSameJson } from '../is-same-json.ts'
import { storedEvent } from '../stored-event.ts'
import { SHAPES, type TableShape } from '../table-shape.ts'
import { Carried } from './carried.ts'
import { misindexedEvents } from './event-index.ts'
import { type Folded, FoldedRows } from './folded-rows.ts'
import { DATABASE_FILE } from './open-database.ts'
import { BLOCKING_MS } from './retry-busy.ts'

/** A row, or an event as it is shown, that is not what the log says. */
interface RowFlaw {
  readonly table: Table | 'events'
  readonly id: string
  readonly message: string
}

/** Whether the state is what the log makes of it; rows that are not are told. */
export type RowsReport = { readonly ok: true; readonly rows: number } | Flawed<RowFlaw>

/** Answers that were kept for whoever asks again are not told in the log. */
const UNTOLD: ReadonlySet<Table> = new Set(['kept_answers'])

/** Reads the whole log of a folder and holds what it makes against every row, as both are at one moment. */
export function verifyRows(folder: string, apply: Apply): RowsReport {
  return verifyRowsIn(join(folder, DATABASE_FILE), apply)
}

/** The same of any file that holds such a database. */
export function verifyRowsIn(file: string, apply: Apply): RowsReport {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 200 * BLOCKING_MS })
  const folded = new FoldedRows(apply)
  try {
    db.exec('BEGIN')
    const flaws = new FlawList<RowFlaw>()
    const broken = foldLog(db, folded)
    if (broken !== undefined) flaws.add(broken)
    for (const flaw of misindexed(db)) flaws.add(flaw)
    // Behind an event that does not follow nobody knows what the rows should be.
    const rows = broken === undefined ? compare(db, folded, flaws) : 0
    return flaws.report() ?? { ok: true, rows }
  } finally {
    folded.close()
    db.close()
  }
}

function foldLog(db: Database.Database, folded: FoldedRows): RowFlaw | undefined {
  const link = 'SELECT min(last) FROM links WHERE tenant = events.tenant AND last >= seq'
  const sql = `SELECT *, coalesce((${link}), 0) AS link FROM events ORDER BY seq`
  for (const entry of db.prepare<[], LogEntry & { readonly link: number }>(sql).iterate()) {
    try {
      folded.add(storedEvent(entry), entry.link)
    } catch {
      return { table: 'events', id: String(entry.seq), message: 'It does not follow from those before it.' }
    }
  }
  return undefined
}

/** What is shown of a job or a checkpoint is all of its events, and nothing else. */
function* misindexed(db: Database.Database): Generator<RowFlaw> {
  const message = 'It is shown where the log does not have it, or not where it does.'
  for (const seq of misindexedEvents(db)) yield { table: 'events', id: String(seq), message }
}

/** Gives how many rows are as they should be. */
function compare(db: Database.Database, folded: FoldedRows, flaws: FlawList<RowFlaw>): number {
  let rows = 0
  const carried = new Carried(db)
  for (const shape of SHAPES.values()) {
    if (UNTOLD.has(shape.name)) continue
    for (const stored of storedRows(db, shape)) {
      const flaw = flawOf({ shape, stored, carried }, folded.take(shape.name, stored.id))
      if (flaw === undefined) rows++
      else flaws.add({ table: shape.name, id: stored.id, message: flaw })
    }
  }
  for (const orphan of orphansIn(db)) flaws.add(orphan)
  for (const { table, id } of folded.left()) flaws.add({ table, id, message: 'The log tells of it, but it is gone.' })
  return rows
}

/** Halves of rows without the other; a later row would be given their place. */
function* orphansIn(db: Database.Database): Generator<RowFlaw> {
  const message = 'Half of it is there, and no row that it belongs to.'
  for (const { name, seldom } of SHAPES.values()) {
    if (seldom.length === 0) continue
    const whole = `SELECT number FROM "${name}" WHERE carried IS NULL`
    const sql = `SELECT number FROM "${name}.apart" WHERE number NOT IN (${whole})`
    for (const number of db.prepare<[], number>(sql).pluck().iterate())
      yield { table: name, id: String(number), message }
  }
}

interface StoredRow {
  readonly id: string
  readonly version: number
  readonly columns: readonly Searchable[]
  readonly body: string
  readonly apart: string | null
}

/** A row, and where the parts of it are found. */
interface Kept {
  readonly shape: TableShape
  readonly stored: StoredRow
  readonly carried: Carried
}

/** Rows whose other half is gone are among them: a plain read would not find those. */
function* storedRows(db: Database.Database, { name, columns, seldom }: TableShape): Generator<StoredRow> {
  const half =
    seldom.length === 0
      ? ['NULL', '']
      : ['coalesce(row.carried, apart.body)', `LEFT JOIN "${name}.apart" AS apart USING (number)`]
  const named = columns.map((column) => `row."${column}"`)
  const sql = `SELECT ${['row.id', 'row.version', 'row.body', half[0], ...named].join(', ')} FROM "${name}" AS row ${half[1]}`
  const statement = db.prepare<[], [string, number, string, string | null, ...Searchable[]]>(sql).raw()
  for (const [id, version, body, apart, ...values] of statement.iterate()) {
    yield { id, version, body, apart, columns: values }
  }
}

function flawOf({ shape, stored, carried }: Kept, told: Folded | undefined): string | undefined {
  const { id, version, columns, body, apart } = stored
  if (told === undefined) return 'The log does not tell of it.'
  const differs = 'It is not what the log makes of it.'
  if (shape.seldom.length > 0 && apart === null) return differs
  try {
    const fields = apart === null ? null : carried.read(apart).fields
    if (!isSameJson(new Apart().join({ shape, id }, body, fields), told.row)) return differs
  } catch {
    return differs
  }
  // Versions decide who wins a race, so one that was turned back would let an old answer through.
  if (version !== told.version) return 'It was not written as often as the log says.'
  const searched = shape.read.map((read) => read(told.row as never))
  return isSameJson(columns, searched) ? undefined : 'It is found by what the log does not say of it.'
}
