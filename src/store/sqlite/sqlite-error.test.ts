import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openError, readError, undurable } from './sqlite-error.ts'

const failed = (code: string) => Object.assign(new Error(code), { code })

test.for([
  [new Database.SqliteError('database or disk is full', 'SQLITE_FULL'), 'there is no room on the disk', 'Make room'],
  [failed('ENOSPC'), 'there is no room on the disk', 'Make room'],
  [new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE'), '(SQLITE_IOERR_WRITE)', 'See to the disk'],
  [new Error('odd'), 'the disk refused it', 'See to the disk'],
] as const)('why a write was not kept, and what helps: %s', ([error, why, remedy]) => {
  expect(undurable(error)).toEqual({ why: expect.stringContaining(why), remedy })
})

test('a file that is there and can not be read is not said to be written to', () => {
  expect(readError(failed('EACCES'), '/x/key.pem')).toMatchObject({
    code: 'read_only',
    message: '/x/key.pem can not be read: this user may not.',
  })
  expect(readError(failed('EISDIR'), '/x/key.pem')).toMatchObject({ code: 'not_a_database' })
})

test.for([
  ['EROFS', 'read_only', '/x/leeway.db can not be written to: the disk is read-only.'],
  ['EACCES', 'read_only', '/x/leeway.db can not be written to: this user may not.'],
  ['SQLITE_CANTOPEN', 'read_only', '/x/leeway.db can not be written to.'],
  ['ENOSPC', 'store_stopped', 'The disk does not take what /x/leeway.db needs: there is no room on the disk.'],
  ['SQLITE_NOTADB', 'not_a_database', '/x/leeway.db is not a database, or is damaged.'],
] as const)('%s is told as %s', ([code, told, message]) => {
  expect(openError(failed(code), '/x/leeway.db')).toMatchObject({ code: told, message })
})
