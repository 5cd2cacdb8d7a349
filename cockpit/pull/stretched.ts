interface Lines {
  readonly first: number
  readonly last: number
}

interface Step {
  /** The line that stays chosen: the keyboard stands on it. */
  readonly from: number
  readonly by: 1 | -1
  /** A comment quotes its lines, so it can't begin or end on one that is not known. */
  readonly known: ReadonlyMap<number, string>
}

/** Lines with their other end moved by one; a choice that does not begin or end at the line begins anew there. */
export function stretched(chosen: Lines | null, { from, by, known }: Step): Lines {
  const end = otherEnd(chosen, from)
  const to = known.has(end + by) ? end + by : end
  return { first: Math.min(from, to), last: Math.max(from, to) }
}

function otherEnd(chosen: Lines | null, from: number): number {
  if (chosen?.first === from) return chosen.last
  return chosen?.last === from ? chosen.first : from
}
