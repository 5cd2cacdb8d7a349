import { AppError, type ErrorCode } from '../../model/errors.ts'
import { isOfRepository } from '../../model/of-repository.ts'

/** What a forge says that only people can mend: it does not let us in, or is not what it was taken for. */
const OF_FORGE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['forge_refused', 'forge_unreadable', 'unknown_secret'])

/** Whether a merge can't be made until a person has mended something. */
export function needsMending(error: unknown): error is AppError {
  return isOfRepository(error) || (error instanceof AppError && OF_FORGE.has(error.code))
}
