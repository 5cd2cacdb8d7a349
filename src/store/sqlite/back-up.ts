import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '../../model/errors.ts'
import { Attachments } from './attachments.ts'
import { createPrivate, isExisting, publish } from './durable-file.ts'
import { markCopy } from './restore-mark.ts'
import { BLOCKING_MS, retryBusy } from './retry-busy.ts'

/** Puts into the file of a backup what lies beside the store. It is called when the moment of the store is held fast. */
export type Attach = (attachments: Attachments) => Promise<void>

/** What is copied, where to, and when. */
interface Copying {
  readonly database: string
  readonly file: string
  readonly now: Date
}

/**
 * Copies the database into one file, as it is at one moment, while others go on writing. The public keys are in it; the
 * private key is not, because who has it could sign another log. It carries the mark of a copy from the start: somebody may put it in the
 * place of the database by hand.
 */
export async function backUp({ database, file, now }: Copying, attach?: Attach): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    createPrivate(draft)
    await copy(database, draft)
    await finish(draft, now, attach)
    publish(draft, file)
  } catch (error) {
    throw isExisting(error) ? alreadyThere(file, error) : error
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${rest}`, { force: true })
  }
}

function alreadyThere(file: string, cause: unknown): AppError {
  const details = { next: 'Name another file: a backup never replaces one.' }
  return new AppError('wrong_call', [], { message: `${file} is there already.`, details, cause })
}

/** A draft that was not finished is thrown away, so it needs no journal. */
async function finish(draft: string, now: Date, attach: Attach | undefined): Promise<void> {
  const db = new Database(draft)
  try {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    markCopy(db, now)
    await attach?.(new Attachments(db))
  } finally {
    db.close()
  }
}

/** SQLite begins a copy anew whenever somebody writes, unless the copy looks at one moment for as long as it takes. */
async function copy(database: string, draft: string): Promise<void> {
  const db = new Database(database, { readonly: true, fileMustExist: true, timeout: BLOCKING_MS })
  try {
    db.exec('BEGIN')
    // The look begins with the first read.
    await retryBusy(() => db.prepare('SELECT count(*) FROM meta').get())
    await db.backup(draft)
  } finally {
    db.close()
  }
}
