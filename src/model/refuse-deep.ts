import { AppError } from './errors.ts'

/** Lists and objects may be nested this deep; it keeps every recursion in the product far from the end of the stack. */
export const MAX_DEPTH = 100

/** What a value is kept in: an outcome, its fields. That does not count against whoever handed it in. */
const AROUND = 3

/** Refuses what is nested deeper than anything that is kept, before it is written: nobody could compare or copy it later. */
export function refuseDeep(value: unknown, at: string): void {
  if (isWithin(value, MAX_DEPTH + AROUND)) return
  const message = `This is nested deeper than ${MAX_DEPTH} levels. Flatten the value.`
  throw new AppError('invalid_input', [{ code: 'too_deep', message, path: at }], { message })
}

/** Whether there are at most so many lists and objects within each other. What contains itself has no end, so it is not within. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const key of Object.keys(value)) {
    if (!isWithin((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return false
  }
  return true
}
