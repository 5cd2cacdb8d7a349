import { AppError, type ErrorCode } from '../../model/errors.ts'

/** What is wrong with a repository, with git or with the disk: nothing that was approved is worse for it, and a person mends it. */
const OF_REPOSITORY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'git_missing',
  'git_failed',
  'git_timeout',
  'too_much_output',
  'repository_missing',
  'repository_broken',
  'disk_full',
])

/** Whether the files could not be reached, whatever was wanted of them. */
export function isOfRepository(error: unknown): error is AppError {
  return error instanceof AppError && OF_REPOSITORY.has(error.code)
}

/** What a forge says that only people can mend: it does not let us in, or is not what it was taken for. */
const OF_FORGE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['forge_refused', 'forge_unreadable', 'unknown_secret'])

/** Whether a merge can't be made until a person has mended something. */
export function needsMending(error: unknown): error is AppError {
  return isOfRepository(error) || (error instanceof AppError && OF_FORGE.has(error.code))
}
