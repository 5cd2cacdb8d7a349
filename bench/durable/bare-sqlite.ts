import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Cycler } from './cycler.ts'
import { halfCycles } from './half-cycles.ts'

interface Waiting {
  readonly write: () => void
  readonly resolve: () => void
}

/**
 * The least that keeps a hold and its answer: one SQLite file, synced, many writes in one commit, three statements a
 * half-cycle with the bytes that ours write, and nothing else: nothing is decided, checked, hashed or signed.
 */
export async function openBareSqlite(folder: string): Promise<Cycler> {
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`CREATE TABLE log (seq INTEGER PRIMARY KEY, data TEXT) STRICT;
    CREATE TABLE held (id TEXT PRIMARY KEY, status TEXT, data TEXT) STRICT;
    CREATE INDEX by_status ON held (status, id);
    CREATE TABLE outbox (id TEXT PRIMARY KEY, data TEXT) STRICT`)
  const log = db.prepare('INSERT INTO log (data) VALUES (?)')
  const insert = db.prepare(`INSERT INTO held VALUES (?, 'pending', ?)`)
  const update = db.prepare(`UPDATE held SET status = 'approved', data = ? WHERE id = ? AND status = 'pending'`)
  const tell = db.prepare('INSERT INTO outbox VALUES (?, ?)')
  const commit = groupCommit(db)
  const [hold, approve] = await halfCycles()
  let count = 0
  return {
    name: 'bare SQLite',
    answers: 'synced; three statements a half-cycle, nothing decided or checked',
    cycle: async () => {
      const id = `chk-${count++}`
      await commit(() => {
        log.run(hold.events)
        insert.run(id, hold.rows)
        tell.run(`held:${id}`, hold.effects)
      })
      await commit(() => {
        log.run(approve.events)
        update.run(approve.rows, id)
        tell.run(`resolved:${id}`, approve.effects)
      })
    },
    close: async () => {
      db.close()
    },
  }
}

/** Everything that is asked for in one turn of the event loop is committed at once. */
function groupCommit(db: Database.Database): (write: () => void) => Promise<void> {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const end = db.prepare('COMMIT')
  let queue: Waiting[] = []
  const flush = (): void => {
    const all = queue
    queue = []
    begin.run()
    for (const { write } of all) write()
    end.run()
    for (const { resolve } of all) resolve()
  }
  return (write) =>
    new Promise((resolve) => {
      if (queue.push({ write, resolve }) === 1) setImmediate(flush)
    })
}
