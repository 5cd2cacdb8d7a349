import { Surroundings } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import { ownCopy } from './own-copy.ts'

/**
 * What surrounds a call, as a copy and read strictly: types are stripped where an agent runs, and whatever else it brought would be part of
 * what is approved, shown and judged again.
 */
export function ownAround(given: Surroundings | undefined): Surroundings | undefined {
  if (given === undefined) return undefined
  const around = ownCopy(given)
  const parsed = Surroundings.safeParse(around)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input: around, at: '/around' }))
}
