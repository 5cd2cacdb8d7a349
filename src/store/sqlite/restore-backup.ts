import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { Attachments } from './attachments.ts'
import type { Attach } from './back-up.ts'
import { createPrivate, isExisting, publish } from './durable-file.ts'
import { connect, DATABASE_FILE } from './open-database.ts'
import { markCopy, type RestoreMark } from './restore-mark.ts'
import { openError } from './sqlite-error.ts'

/** Where a store is made of a backup. */
export interface Restoring {
  readonly folder: string
  readonly now: Date
  /** Says what is wrong with the copy, before anything is made of it; what it throws leaves no store. */
  readonly check?: ((draft: string) => Promise<void>) | undefined
  /** Takes out of the backup what lies beside the store. It is called before there is a store, so that what it throws leaves none. */
  readonly detach?: Attach | undefined
}

/**
 * Makes a store out of a backup. It never replaces one. The store carries a mark, because what was approved, spent or
 * rejected after the backup is forgotten, and nobody may take an old approval for an unspent one.
 */
export async function restoreBackup(from: string, { folder, ...how }: Restoring): Promise<RestoreMark> {
  const file = join(folder, DATABASE_FILE)
  refuseExisting(file)
  if (isFilled(`${from}-wal`)) throw wrong(`${from} is in use. Restore from a file that \`leeway backup\` has made.`)

  const draft = `${file}.${randomUUID()}`
  let isNew = false
  try {
    isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
    createPrivate(draft)
    copyFileSync(from, draft)
    const mark = await markRestored(draft, how)
    publish(draft, file)
    return mark
  } catch (error) {
    throw isExisting(error) ? wrong(`${file} is there already.`) : openError(error, from)
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${rest}`, { force: true })
    if (isNew) takeAway(folder)
  }
}

/** Takes the folder that was made for a restore that failed away again, unless something lies in it by now. */
function takeAway(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

async function markRestored(draft: string, { now, check, detach }: Omit<Restoring, 'folder'>): Promise<RestoreMark> {
  if (!isFilled(draft)) throw new AppError('not_a_database', [], { message: 'The backup is empty.' })
  const db = connect(draft)
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') {
      throw new AppError('not_a_database', [], { message: 'The backup is damaged.' })
    }
    await check?.(draft)
    const mark = markCopy(db, now)
    // Whoever held a lease works on the other copy, if at all.
    db.exec('DELETE FROM leases')
    const attachments = new Attachments(db)
    await detach?.(attachments)
    attachments.drop()
    return mark
  } finally {
    db.close()
  }
}

function refuseExisting(file: string): void {
  const found = [file, `${file}-wal`].find(existsSync)
  if (found !== undefined) throw wrong(`${found} is there already. Restore into an empty folder.`)
}

function isFilled(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}

function wrong(message: string): AppError {
  return new AppError('wrong_call', [], { message })
}
