import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { Table } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import { SHAPES, type TableShape } from '../table-shape.ts'
import { EVENT_INDEX_DDL, OWNERS } from './event-index.ts'

/** Says in the file's header whose database it is: "LWAY". */
const APPLICATION_ID = 0x4c574159

/** Small rows that are only ever found by their id need one tree, not a tree and an index. */
const BY_ID: ReadonlySet<Table> = new Set(['keys'])

/** Index columns are `ANY`, which keeps a value as it was given. */
const tableDdl = (shape: TableShape): string[] => {
  const { name, columns, indexes, seldom } = shape
  const searched = columns.map((column) => `"${column}" ANY, `).join('')
  const rest = `version INTEGER NOT NULL, ${searched}${seldom.length > 0 ? 'carried TEXT, ' : ''}body TEXT NOT NULL)`
  return [
    BY_ID.has(name)
      ? `CREATE TABLE "${name}" (id TEXT PRIMARY KEY, ${rest} STRICT, WITHOUT ROWID`
      : `CREATE TABLE "${name}" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${rest} STRICT`,
    ...indexes.map((index) => {
      const names = index.columns.map((at) => `"${columns[at]}"`)
      const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX'
      const keys = index.unique ? names : [...names, 'id']
      return `CREATE ${kind} "${name}.${index.name}" ON "${name}" (${keys.join(', ')}) WHERE ${names[0]} IS NOT NULL`
    }),
    ...(seldom.length === 0
      ? []
      : [`CREATE TABLE "${name}.apart" (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`]),
  ]
}

const LOG_DDL = [
  `CREATE TABLE events (seq INTEGER PRIMARY KEY, tenant TEXT NOT NULL, job TEXT, checkpoint TEXT, type TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL, data TEXT NOT NULL) STRICT`,
  // The last columns are what else may be asked, so that what is not asked for is skipped inside the index.
  `CREATE INDEX "events.by_tenant" ON events (tenant, seq, type, ${OWNERS.join(', ')})`,
  `CREATE TABLE links (tenant TEXT NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL, signature TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (tenant, last))
    STRICT, WITHOUT ROWID`,
]

const WORK_DDL = [
  `CREATE TABLE effects (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, tenant TEXT NOT NULL,
    due INTEGER NOT NULL, tries INTEGER NOT NULL, error TEXT, body TEXT NOT NULL) STRICT`,
  'CREATE INDEX "effects.by_due" ON effects (due)',
  `CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, epoch INTEGER NOT NULL, until INTEGER NOT NULL,
    length INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  'CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
]

const STATEMENTS = [...[...SHAPES.values()].flatMap(tableDdl), ...LOG_DDL, ...WORK_DDL, ...EVENT_INDEX_DDL]
const DDL = STATEMENTS.join(';\n')
const DDL_DIGEST = hash('sha256', DDL)

/** From each version of the schema to the next; the first makes it. */
const MIGRATIONS: readonly ((db: Database.Database) => void)[] = [
  (db) => {
    db.exec(DDL)
    db.prepare(`INSERT INTO meta VALUES ('epoch', '0'), ('ddl', ?)`).run(DDL_DIGEST)
  },
]

/** Makes or renews the tables. Throws before anything is changed when the file is somebody else's, or of a later version. */
export function prepareSchema(db: Database.Database, file: string): void {
  if (versionOf(db, file) < MIGRATIONS.length) {
    db.transaction(() => migrate(db, file)).immediate()
  }
  checkSchema(db, file)
}

/** Throws unless the tables are exactly those of this version. */
export function checkSchema(db: Database.Database, file: string): void {
  if (versionOf(db, file) < MIGRATIONS.length) throw newer(`${file} has an older schema.`)
  const made = db.prepare(`SELECT value FROM meta WHERE name = 'ddl'`).pluck().get()
  if (made !== DDL_DIGEST) throw newer(`${file} has other tables than this version of Leeway makes.`)
  refuseChanged(db, file)
}

/** Tables that a backup has beside the store, and in which SQLite counts. Whatever else is called like a part of SQLite was put there by hand. */
const BESIDE: ReadonlySet<string> = new Set(['attached', 'sqlite_stat1', 'sqlite_stat4'])

/** What the file says of itself can be said by anybody: SQLite keeps the words in which each part was made, and nothing else may be there. */
function refuseChanged(db: Database.Database, file: string): void {
  const sql = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'
  const there = db.prepare<[], [string, string, string]>(sql).raw().all()
  const wanted = new Set(STATEMENTS.filter((statement) => statement.startsWith('CREATE ')))
  for (const [type, name, text] of there) {
    const isKnown = wanted.delete(text) || (type === 'table' && BESIDE.has(name))
    if (!isKnown) throw changed(file, `${name} is not of this version of Leeway`)
  }
  const [missing] = wanted
  if (missing !== undefined)
    throw changed(file, `what is made by ${missing.slice(0, missing.indexOf('(')).trim()} is missing`)
}

function changed(file: string, what: string): AppError {
  const details = { next: 'Move the folder away, and bring a backup back with leeway restore FILE.' }
  return new AppError('not_a_database', [], {
    message: `Somebody has changed the tables of ${file}: ${what}.`,
    details,
  })
}

/** Which version of the schema a file has; 0 for a new one. All of it is read at one moment: another process may be making it in this one. */
function versionOf(db: Database.Database, file: string): number {
  return db.transaction(() => versionAt(db, file))()
}

function versionAt(db: Database.Database, file: string): number {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (db.pragma('application_id', { simple: true }) === APPLICATION_ID) {
    if (version <= MIGRATIONS.length) return version
    throw newer(`${file} has schema ${version}, but this version of Leeway knows ${MIGRATIONS.length} at most.`)
  }
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (isEmpty && version === 0) return 0
  throw new AppError('not_a_database', [], { message: `${file} is the database of another program.` })
}

function migrate(db: Database.Database, file: string): void {
  // Another process may have done it while this one waited for the lock.
  for (const step of MIGRATIONS.slice(versionOf(db, file))) step(db)
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${MIGRATIONS.length}`)
}

function newer(message: string): AppError {
  return new AppError('newer_schema', [], { message })
}
