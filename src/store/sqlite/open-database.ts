import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../model/errors.ts'
import { refuseClosed } from './refuse-closed.ts'
import { BLOCKING_MS } from './retry-busy.ts'
import { prepareSchema } from './schema.ts'
import { signingKeyFile } from './signing-key.ts'
import { openError } from './sqlite-error.ts'

export const DATABASE_FILE = 'leeway.db'

/** Opens the database of a folder, and makes both when they are not there. */
export function openDatabase(folder: string): Database.Database {
  const file = join(folder, DATABASE_FILE)
  try {
    makeFiles(folder, file)
    return connect(file)
  } catch (error) {
    throw openError(error, file)
  }
}

function makeFiles(folder: string, file: string): void {
  refuseClosed(folder)
  // Where a disk is read-only, making a folder fails with words about a folder that is missing.
  if (!existsSync(folder) && existsSync(dirname(folder))) accessSync(dirname(folder), constants.W_OK)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
  refuseLost(folder)
  keepOutOfGit(folder)
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
}

/**
 * Throws where a database was there and is gone or empty by now: made anew it would know nobody, and SQLite would delete the log of a
 * database that it has to make. The key is looked for first, because whoever makes a folder in this moment writes the database before it.
 */
export function refuseLost(folder: string): void {
  const [file, key] = [join(folder, DATABASE_FILE), signingKeyFile(folder)]
  const wasUsed = existsSync(key)
  if (isFilled(file)) return
  const wal = `${file}-wal`
  if (isFilled(wal)) throw lost(`${file} is missing, but ${wal} holds what was written to it.`)
  const what = existsSync(file) ? 'empty' : 'missing'
  if (wasUsed) throw lost(`${file} is ${what}, but ${key} shows that something was kept there.`)
}

function lost(message: string): AppError {
  return new AppError('not_a_database', [], { message, details: { next: INSTEAD } })
}

const INSTEAD =
  'Move the folder away, and bring a backup back with leeway restore FILE, or begin anew with leeway login.'

function isFilled(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}

/** What people said and the key that signs it belong in no repository; whoever wants otherwise changes the file. */
function keepOutOfGit(folder: string): void {
  const file = join(folder, '.gitignore')
  if (!existsSync(file)) writeFileSync(file, '*\n', { mode: 0o600 })
}

/** A connection with the tables and settings that everything else relies on. */
export function connect(file: string): Database.Database {
  const db = new Database(file, { timeout: BLOCKING_MS })
  try {
    prepareSchema(db, file)
    if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
      throw new AppError('read_only', [], { message: `${file} can not have a write-ahead log.` })
    db.pragma('synchronous = FULL')
    db.pragma('trusted_schema = OFF')
    db.pragma('temp_store = MEMORY')
    // Four times the default: pages that change with every commit are copied less often, and a copy still takes no long pause.
    db.pragma('wal_autocheckpoint = 4000')
    db.pragma('cache_size = -8192')
    db.pragma('journal_size_limit = 67108864')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
