import type Database from 'better-sqlite3'

/** What a copy of a store remembers until somebody has dealt with it. */
export interface RestoreMark {
  readonly at: string
  /** Everything behind this event may have happened, and is forgotten. */
  readonly last: number
}

/**
 * Marks a copy. What is approved, spent or rejected in the store behind it is not known to the copy, and nobody may take an old approval for an
 * unspent one, however the copy comes to be opened.
 */
export function markCopy(db: Database.Database, now: Date): RestoreMark {
  const last = Number(db.prepare('SELECT coalesce(max(seq), 0) FROM events').pluck().get())
  const mark = { at: now.toISOString(), last }
  db.prepare(`INSERT OR REPLACE INTO meta VALUES ('restored', ?)`).run(JSON.stringify(mark))
  return mark
}
