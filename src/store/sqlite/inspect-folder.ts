import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DATABASE_FILE } from './open-database.ts'
import { BLOCKING_MS } from './retry-busy.ts'
import { checkSchema } from './schema.ts'
import { signingKeyFile } from './signing-key.ts'
import { openError } from './sqlite-error.ts'

/** One thing that was looked at. */
export interface Finding {
  readonly check: 'database' | 'schema' | 'journal' | 'integrity' | 'restored' | 'clock' | 'space' | 'permissions'
  readonly ok: boolean
  /** A whole sentence. */
  readonly detail: string
}

const ENOUGH_BYTES = 256 * 1024 * 1024

/** Looks at the store of a folder without changing it. Reads all of it, so it takes its time. */
export function inspectFolder(folder: string): readonly Finding[] {
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) return [{ check: 'database', ok: false, detail: `There is no ${file}.` }]
  const files = [folder, file, signingKeyFile(folder)]
  return [...writable(folder), ...inspectDatabase(file), freeSpace(folder), ...files.flatMap(permissions)]
}

/** SQLite says of a folder that is read-only no more than that it can't open a file. */
function writable(folder: string): Finding[] {
  try {
    accessSync(folder, constants.W_OK)
    return []
  } catch (error) {
    return [{ check: 'database', ok: false, detail: messageOf(openError(error, folder)) }]
  }
}

function inspectDatabase(file: string): Finding[] {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 200 * BLOCKING_MS })
    try {
      return [schema(db, file), journal(db), integrity(db), restored(db), ...clock(db, new Date())]
    } finally {
      db.close()
    }
  } catch (error) {
    return [{ check: 'database', ok: false, detail: `${file} can not be read: ${messageOf(error)}` }]
  }
}

function schema(db: Database.Database, file: string): Finding {
  checkSchema(db, file)
  return { check: 'schema', ok: true, detail: 'The schema is the one of this version.' }
}

function journal(db: Database.Database): Finding {
  const mode = String(db.pragma('journal_mode', { simple: true }))
  return { check: 'journal', ok: mode === 'wal', detail: `The journal mode is ${mode}.` }
}

function integrity(db: Database.Database): Finding {
  const result = String(db.pragma('integrity_check(1)', { simple: true }))
  const ok = result === 'ok'
  return { check: 'integrity', ok, detail: ok ? 'Every page of the database is sound.' : result }
}

function restored(db: Database.Database): Finding {
  const mark = db.prepare(`SELECT value FROM meta WHERE name = 'restored'`).pluck().get()
  if (mark === undefined) return { check: 'restored', ok: true, detail: 'Nothing waits to be settled after a restore.' }
  return { check: 'restored', ok: false, detail: `The store comes from a backup that nobody has settled yet: ${mark}.` }
}

/** Somebody's clock may differ by that much, and nobody has to know. */
const TOLERATED_MS = 60_000

/** Time never goes back here, so that a clock that was far ahead once decides for long when something is due. */
function clock(db: Database.Database, now: Date): Finding[] {
  const last = db.prepare<unknown[], string>('SELECT at FROM events ORDER BY seq DESC LIMIT 1').pluck().get()
  if (last === undefined || Date.parse(last) <= now.getTime() + TOLERATED_MS) return []
  const detail = `It is ${now.toISOString()}, but the log ends at ${last}: a clock was ahead when that was written. Time goes on from there, and whatever is asked counts from then. Set the clock right; where the log is far ahead, bring a backup from before back: leeway restore FILE`
  return [{ check: 'clock', ok: false, detail }]
}

function freeSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  return { check: 'space', ok: free >= ENOUGH_BYTES, detail: `${Math.floor(free / 1024 / 1024)} MB are free.` }
}

/** Nobody but the owner reads what agents do, or signs for us. */
function permissions(path: string): Finding[] {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const detail = isGone ? `There is no ${path}.` : `${path} can not be read: this user may not.`
    return [{ check: 'permissions', ok: false, detail }]
  }
  const mode = statSync(path).mode & 0o777
  const ok = (mode & 0o077) === 0
  const detail = ok ? `${path} belongs to its owner alone.` : `${path} is open to others (${mode.toString(8)}).`
  return [{ check: 'permissions', ok, detail }]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
