import { AppError, type ErrorCode } from './errors.ts'

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
