import Database from 'better-sqlite3'
import { AppError } from '../../model/errors.ts'

/** Somebody else has the lock; trying again helps. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** A row stands where this one was to be inserted. */
export function isTaken(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))
}

/** The fault lies in one value and not in the disk, so the database is as good as before. */
export function isOfOneValue(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return true
  return ['SQLITE_CONSTRAINT', 'SQLITE_TOOBIG', 'SQLITE_MISMATCH', 'SQLITE_RANGE'].some((code) =>
    error.code.startsWith(code),
  )
}

const READ_ONLY: Readonly<Record<string, string>> = {
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
}

/** Says what is wrong with a database that can not be opened. */
export function openError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|EACCES|EROFS|EPERM|ENOTDIR|EEXIST)/.test(code)) {
    const why = READ_ONLY[code]
    const message = `${file} can not be written to${why === undefined ? '' : `: ${why}`}.`
    return new AppError('read_only', [], { message, cause: error })
  }
  if (code === 'EISDIR') {
    return new AppError('not_a_database', [], { message: `${file} is a folder, and no file.`, cause: error })
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return new AppError('not_a_database', [], { message: `${file} is not a database, or is damaged.`, cause: error })
  }
  if (/^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EFBIG|EIO)/.test(code)) {
    const { why, remedy } = undurable(error)
    const message = `The disk does not take what ${file} needs: ${why}.`
    return new AppError('store_stopped', [], {
      message,
      details: { next: `${remedy}, and try again: ${KEPT}` },
      cause: error,
    })
  }
  return error
}

/** Says what is wrong with a file that is there and can not be read. */
export function readError(error: unknown, file: string): unknown {
  const why = READ_ONLY[codeOf(error)]
  if (why === undefined) return openError(error, file)
  return new AppError('read_only', [], { message: `${file} can not be read: ${why}.`, cause: error })
}

/** What people fear for then. */
export const KEPT = 'what was acknowledged is kept. Look closer: leeway doctor'

/** Why a disk did not keep what was written, and what helps; as little as SQLite says of it. */
export function undurable(error: unknown): { readonly why: string; readonly remedy: string } {
  const code = codeOf(error)
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return { why: 'there is no room on the disk', remedy: 'Make room' }
  const why = code === '' ? 'the disk refused it' : `the disk refused it (${code})`
  return { why, remedy: 'See to the disk' }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
