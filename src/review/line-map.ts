/** For every old line, counted from 0, where it is now; nothing where that is not certain. */
export type LineMap = readonly (number | undefined)[]

interface Gap {
  readonly old: readonly [from: number, to: number]
  readonly now: readonly [from: number, to: number]
}

/**
 * Maps lines by what can not be otherwise: a line that is there once before and once after is the same line, and so is one that is
 * there once in the gap between two such lines. An ordinary diff pairs as many lines as it can, and then calls one of two equal
 * lines the other; a comment must not follow such a guess.
 */
export function mapLines(old: readonly string[], now: readonly string[]): LineMap {
  const map: (number | undefined)[] = Array.from({ length: old.length })
  const open: Gap[] = [{ old: [0, old.length], now: [0, now.length] }]
  for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
    if (isSame(gap, old, now)) {
      for (let at = gap.old[0]; at < gap.old[1]; at += 1) map[at] = gap.now[0] + at - gap.old[0]
      continue
    }
    const pairs = longestRising(pairsIn(gap, old, now))
    for (const [from, to] of pairs) map[from] = to
    if (pairs.length > 0) open.push(...gapsBetween(gap, pairs))
  }
  return map
}

/** Nothing was changed between the two ends, so repeated lines are who they were. */
function isSame({ old: [from, to], now: [start, end] }: Gap, old: readonly string[], now: readonly string[]): boolean {
  if (to - from !== end - start) return false
  for (let at = 0; at < to - from; at += 1) if (old[from + at] !== now[start + at]) return false
  return true
}

type Pair = readonly [old: number, now: number]

/** The lines that are in both sides of the gap exactly once, in the order of the old side. */
function pairsIn(gap: Gap, old: readonly string[], now: readonly string[]): readonly Pair[] {
  const there = placesOnce(now, gap.now)
  return [...placesOnce(old, gap.old)].flatMap(([text, place]) => {
    const other = there.get(text)
    return place < 0 || other === undefined || other < 0 ? [] : [[place, other] as const]
  })
}

/** Where each text is; -1 when it is there more than once. */
function placesOnce(lines: readonly string[], [from, to]: readonly [number, number]): Map<string, number> {
  const places = new Map<string, number>()
  for (let at = from; at < to; at += 1) {
    const text = lines[at] as string
    places.set(text, places.has(text) ? -1 : at)
  }
  return places
}

/** As many pairs as possible that do not cross; the others were moved. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, [, place]] of pairs.entries()) {
    const length = firstNotBelow(ends, (end) => (pairs[end] as Pair)[1] >= place)
    before[at] = ends[length - 1]
    ends[length] = at
  }
  const rising: Pair[] = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rising.push(pairs[at] as Pair)
  return rising.toReversed()
}

function firstNotBelow(ends: readonly number[], reached: (end: number) => boolean): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (reached(ends[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}

function gapsBetween(gap: Gap, pairs: readonly Pair[]): readonly Gap[] {
  const starts: readonly Pair[] = [[gap.old[0] - 1, gap.now[0] - 1], ...pairs]
  const ends: readonly Pair[] = [...pairs, [gap.old[1], gap.now[1]]]
  return starts.flatMap(([old, now], at) => {
    const [oldEnd, nowEnd] = ends[at] as Pair
    const isEmpty = old + 1 >= oldEnd || now + 1 >= nowEnd
    return isEmpty ? [] : [{ old: [old + 1, oldEnd] as const, now: [now + 1, nowEnd] as const }]
  })
}
