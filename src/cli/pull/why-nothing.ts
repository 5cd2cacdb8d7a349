import type { PullView } from '../../compose.ts'

/** Which round is shown, and from which on. */
interface Compared {
  readonly round: number
  readonly since: number | undefined
}

/** Why nothing differs since a round, and what would; undefined where nobody asked since when. */
export function whyNothing({ pull }: Pick<PullView, 'pull'>, { round, since }: Compared): string | undefined {
  if (since === undefined) return undefined
  const all = `All changes: leeway pr diff ${pull.id}${round === pull.round ? '' : ` --round ${round}`}`
  if (since < round) return `Round ${round} has the same files as round ${since}. ${all}`
  if (round === 1) return `Nothing is compared: round 1 is the first. ${all}`
  const is = since > round ? 'came later' : round === pull.round ? 'is the newest' : 'is the one that is shown'
  const earlier = round === 2 ? 'round 1' : `rounds 1 to ${round - 1}`
  return `Nothing came after round ${since}: it ${is}. --since takes an earlier one: ${earlier}. ${all}`
}
