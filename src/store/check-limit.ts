import { AppError } from '../model/errors.ts'

/** The most that one page holds. */
const MAX_PAGE = 1000

/** Throws `invalid_input` for a page without a sane size. */
export function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return limit
  throw new AppError('invalid_input', [], { message: `A page holds 1 to ${MAX_PAGE} items.` })
}
