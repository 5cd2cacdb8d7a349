import type Database from 'better-sqlite3'
import type { DueEffect } from '../../engine/ports.ts'
import { checkLimit } from '../check-limit.ts'
import type { EncodedEffect } from '../encode-write.ts'
import { AT_MOST } from './at-most.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>

/** Effects that wait to be done. One that has ended is deleted: what it did stands in the log. */
export class SqliteEffects {
  readonly #insert: Statement
  readonly #due: Statement<Omit<DueEffect, 'body'> & { readonly body: string }>
  readonly #end: Statement
  readonly #retry: Statement

  constructor(db: Database.Database) {
    const values = '(id, kind, tenant, due, tries, body) VALUES (?, ?, ?, 0, 0, ?)'
    this.#insert = db.prepare(`INSERT INTO effects ${values} ON CONFLICT (id) DO NOTHING`)
    this.#due = db.prepare(
      `SELECT id, kind, tenant, body, tries FROM effects WHERE due <= ? ORDER BY due, number ${AT_MOST}`,
    )
    this.#end = db.prepare('DELETE FROM effects WHERE id = ?')
    this.#retry = db.prepare('UPDATE effects SET due = ?, error = ?, tries = tries + 1 WHERE id = ?')
  }

  /** New effects are due at once, in the order of their writes. */
  add(effects: readonly EncodedEffect[]): void {
    for (const { id, kind, tenant, body } of effects) this.#insert.run(id, kind, tenant, body)
  }

  due(now: Date, limit: number): readonly DueEffect[] {
    return this.#due
      .all(now.getTime(), checkLimit(limit))
      .map((effect) => ({ ...effect, body: JSON.parse(effect.body) }))
  }

  end(id: string): void {
    this.#end.run(id)
  }

  retry(id: string, { at, error }: { readonly at: Date; readonly error: string }): void {
    this.#retry.run(at.getTime(), error.toWellFormed(), id)
  }
}
