import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { AppError } from '../../model/errors.ts'
import { createPrivate, isExisting, publish } from './durable-file.ts'

/**
 * Copies the database into one file, as it is at one moment, while others go on writing. The public keys are in it; the
 * private key is not, because who has it could sign another log.
 */
export async function backUp(db: Database.Database, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    createPrivate(draft)
    await db.backup(draft)
    publish(draft, file)
  } catch (error) {
    if (isExisting(error)) throw new AppError('wrong_call', [], { message: `${file} is there already.`, cause: error })
    throw error
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${rest}`, { force: true })
  }
}
