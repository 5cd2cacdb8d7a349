import { AppError } from '../../model/errors.ts'
import type { PersonId } from '../../model/ids.ts'
import { landingsOf } from '../../model/landings-of.ts'
import type { Landing, Pull } from '../../model/pull.ts'

/** What git said of the commits that were expected on a branch. */
export interface AskedOfGit {
  /** All that it was asked about. */
  readonly looked: readonly string[]
  /** Those that the round stands on. */
  readonly holds: readonly string[]
}

type Expected = Omit<Landing, 'beside'>

/**
 * Whose commits a round has, whether or not they could say so before. Throws where somebody was written down after git was asked: nobody's
 * commit may lose its author, or they could approve it themselves (invariant 18). What is built on this very round can't be part of it yet.
 */
export function landingsIn(pull: Pull, head: string, asked: AskedOfGit = NOTHING): readonly Expected[] {
  const all = landingsOf(pull)
  const isUnknown = ({ to, on }: Expected) => to !== head && on !== head && !asked.looked.includes(to)
  if (all.some(isUnknown)) {
    throw new AppError('head_moved', [], { message: `Somebody else is at ${pull.branch} in this moment. Try again.` })
  }
  return all.filter(({ to }) => to === head || asked.holds.includes(to))
}

const NOTHING: AskedOfGit = { looked: [], holds: [] }

/** People beside whoever brings a round whose commits are in it. */
export function othersIn(landings: readonly Expected[], by: string): readonly PersonId[] {
  return [...new Set(landings.map((one) => one.by))].filter((id) => id !== by)
}

/** Who may still move the branch behind a round: those who build on it. What was built on anything earlier git refuses for good. */
export function landingAfter(pull: Pick<Pull, 'landing'>, head: string): Landing | null {
  const [first, ...beside] = landingsOf(pull).filter(({ on, to }) => on === head && to !== head)
  return first === undefined ? null : { ...first, ...(beside.length > 0 && { beside }) }
}
