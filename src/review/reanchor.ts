import { anchorAt, linesOf, type PinnedAnchor } from './anchor.ts'
import { type LineMap, mapLines } from './line-map.ts'

/** What became of a file between the commit of an anchor and a later one. */
export interface FileStep {
  readonly commit: string
  readonly oldText: string
  /** `null` when the file is gone. */
  readonly newText: string | null
  /** Its name now; left out, the same. */
  readonly path?: string
}

/** Where a comment stands now. One that is outdated keeps the anchor that it had, to show what it was about. */
export type Reanchored =
  | { readonly state: 'placed'; readonly anchor: PinnedAnchor }
  | { readonly state: 'outdated'; readonly anchor: PinnedAnchor; readonly because: 'gone' | 'changed' | 'unclear' }

/**
 * Follows a comment to the same lines in a later commit: by what lies between lines that are certain, then by looking for what it
 * quotes with the lines around it. Where two places fit alike it gives up: a comment that is outdated can be read, one in
 * the wrong place misleads.
 */
export function reanchor(anchor: PinnedAnchor, step: FileStep): Reanchored {
  if (step.newText === null) return { state: 'outdated', anchor, because: 'gone' }
  const sides: Sides = { old: linesOf(step.oldText), now: linesOf(step.newText) }
  const from = anchor.first - 1
  if (!matchesAt(sides.old, anchor.quote, from)) return { state: 'outdated', anchor, because: 'unclear' }

  const found = step.oldText === step.newText ? from : find(anchor, sides)
  if (typeof found !== 'number') return { state: 'outdated', anchor, because: found }
  const place = {
    first: found + 1,
    last: found + anchor.quote.length,
    path: step.path ?? anchor.path,
    commit: step.commit,
  }
  return { state: 'placed', anchor: anchorAt({ ...anchor, ...place }, sides.now) }
}

/** How far around two places are compared. */
const REACH = 10

interface Sides {
  readonly old: readonly string[]
  readonly now: readonly string[]
}

function find({ quote, first }: PinnedAnchor, sides: Sides): number | 'changed' | 'unclear' {
  const from = first - 1
  const copies = { old: placesOf(sides.old, quote), now: placesOf(sides.now, quote) }
  const [only, second] = copies.now
  if (only === undefined) return 'changed'

  const map = mapLines(sides.old, sides.now)
  const mapped = mappedPlace(map, from, quote.length)
  const isAlone = second === undefined && copies.old.length === 1
  if (isAlone && quote.some((line) => isTelling([line]) && isOnce(line, sides))) return only
  const to = mapped ?? byContext({ quote, from }, sides)
  if (to === undefined || quote.some((_, at) => (map[from + at] ?? to + at) !== to + at)) return 'unclear'
  return isSure({ from, to, copies, map }, sides, quote) ? to : 'unclear'
}

/** Where the whole run of lines went, when it went there as one. */
function mappedPlace(map: LineMap, from: number, length: number): number | undefined {
  const to = map[from]
  if (to === undefined) return undefined
  for (let at = 1; at < length; at += 1) if (map[from + at] !== to + at) return undefined
  return to
}

interface Fit {
  readonly from: number
  readonly to: number
  readonly copies: { readonly old: readonly number[]; readonly now: readonly number[] }
  readonly map: LineMap
}

/**
 * Whether nothing else could be meant. Lines that are there more than once, and empty lines and brackets, are known by their
 * neighbours alone, on both sides. A copy that has no place of its own is a rival: it could be the one that stayed, and ours the one
 * that went. So no rival may be more like the old place on either side.
 */
function isSure({ from, to, copies, map }: Fit, sides: Sides, quote: readonly string[]): boolean {
  const taken = new Set(map)
  const like = (old: number, now: number) => likeness({ from: old, to: now, length: quote.length }, sides)
  const own = like(from, to)
  const rivals = [
    ...copies.old.filter((old) => old !== from && map[old] === undefined).map((old) => like(old, to)),
    ...copies.now.filter((now) => now !== to && !taken.has(now)).map((now) => like(from, now)),
  ]
  if (own.up === 0 || own.down === 0) return false
  return rivals.every(({ up, down }) => up <= own.up && down <= own.down && up + down < own.up + own.down)
}

/** How many lines right before and right after are the same in both places; the edge of a file counts as one. */
function likeness({ from, to, length }: { from: number; to: number; length: number }, { old, now }: Sides) {
  const run = (start: readonly [number, number], step: 1 | -1) => {
    for (let at = 0; at < REACH; at += 1) {
      const line = old[start[0] + at * step]
      if (line !== now[start[1] + at * step]) return at
      if (line === undefined) return at + 1
    }
    return REACH
  }
  return { up: run([from - 1, to - 1], -1), down: run([from + length, to + length], 1) }
}

/** The quoted lines with as many lines before as after, where that is there exactly once on both sides. */
function byContext({ quote, from }: { quote: readonly string[]; from: number }, sides: Sides): number | undefined {
  for (let reach = 3; reach >= 1; reach -= 1) {
    const window = sides.old.slice(Math.max(0, from - reach), from + quote.length + reach)
    if (window.length < quote.length + 2 * reach || !isTelling(window)) continue
    const [place, second] = placesOf(sides.now, window)
    if (place === undefined) continue
    return second === undefined && placesOf(sides.old, window).length === 1 ? place + reach : undefined
  }
  return undefined
}

/** Empty lines and lone brackets are everywhere, and say nothing of where they belong. */
function isTelling(lines: readonly string[]): boolean {
  return lines.some((line) => /[\p{Letter}\p{Number}]{2}/u.test(line))
}

function isOnce(line: string, { old, now }: Sides): boolean {
  return old.indexOf(line) === old.lastIndexOf(line) && now.indexOf(line) === now.lastIndexOf(line)
}

function placesOf(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  const places: number[] = []
  for (let at = 0; at + wanted.length <= lines.length; at += 1) if (matchesAt(lines, wanted, at)) places.push(at)
  return places
}

function matchesAt(lines: readonly string[], wanted: readonly string[], at: number): boolean {
  return at + wanted.length <= lines.length && wanted.every((line, offset) => lines[at + offset] === line)
}
