import type Database from 'better-sqlite3'
import type { Signer } from '../signer.ts'
import { openDatabase } from './open-database.ts'
import { retryBusy } from './retry-busy.ts'
import { openSigner } from './signing-key.ts'
import { type SqliteParts, SqliteStore } from './sqlite-store.ts'

/** Where the store is, and what tests may replace. */
export interface SqliteOptions extends Omit<SqliteParts, 'db' | 'signer'> {
  readonly folder: string
}

/**
 * Opens the store of a folder, and makes it when it is not there. Throws `read_only`, `not_a_database` or `newer_schema`
 * when it can not be used as it is, and leaves it untouched then.
 */
export async function openSqliteStore({ folder, ...parts }: SqliteOptions): Promise<SqliteStore> {
  const db = await retryBusy(() => openDatabase(folder), parts.patience)
  try {
    const signer = openSigner(folder)
    await retryBusy(() => publishKey(db, signer), parts.patience)
    return new SqliteStore({ ...parts, db, signer })
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whoever verifies the log later needs the public key, also when the private one is gone. */
function publishKey(db: Database.Database, { key, publicKey }: Signer): void {
  const name = `key:${key}`
  if (db.prepare('SELECT 1 FROM meta WHERE name = ?').get(name) !== undefined) return
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO NOTHING').run(name, publicKey)
}
