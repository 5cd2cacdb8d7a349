import type { Stretch } from '../parts/visible.tsx'

/** What is another in each of two lines. */
export interface ChangedWords {
  readonly old: readonly Stretch[]
  readonly new: readonly Stretch[]
}

/** Nobody looks for a word in a longer line by its colour, and comparing two takes as long as both are. */
const LONGEST = 500
const MOST_CELLS = 20_000
/** Lines that share less are two lines, and to set most of both off would help nobody. */
const LEAST_SHARED = 0.4

const WORD = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu

/** Which words of a line became which; null where that says nothing, or is too much to find out. */
export function changedWords(before: string, after: string): ChangedWords | null {
  if (before.length > LONGEST || after.length > LONGEST || before === after) return null
  const [a, b] = [before.match(WORD) ?? [], after.match(WORD) ?? []]
  const kept = keptIn(a, b)
  if (kept === null) return null
  const shared = lengthOf(a.filter((word, at) => kept.a.has(at) && word.trim() !== ''))
  const most = Math.max(...[a, b].map((words) => lengthOf(words.filter((word) => word.trim() !== ''))))
  if (shared < most * LEAST_SHARED) return null
  return { old: stretchesOf(a, kept.a), new: stretchesOf(b, kept.b) }
}

interface Kept {
  readonly a: ReadonlySet<number>
  readonly b: ReadonlySet<number>
}

/** The words that both have, in their order, by their places. */
function keptIn(a: readonly string[], b: readonly string[]): Kept | null {
  const kept = { a: new Set<number>(), b: new Set<number>() }
  const keep = (i: number, j: number) => void (kept.a.add(i), kept.b.add(j))
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  for (let at = 0; at < start; at += 1) keep(at, at)
  for (let at = 1; at <= end; at += 1) keep(a.length - at, b.length - at)
  const [rows, columns] = [a.length - start - end, b.length - start - end]
  if (rows * columns > MOST_CELLS) return null
  const common = commonLengths(a.slice(start, start + rows), b.slice(start, start + columns))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (a[start + i] === b[start + j]) keep(start + i++, start + j++)
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return kept
}

/** How much two ends have in common, from each pair of places on. Spaces are common to everything, and count nothing. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const word = a[i] ?? ''
      const row = rows[i] as Uint16Array
      row[j] = Math.max(at(i + 1, j), at(i, j + 1), word === b[j] ? at(i + 1, j + 1) + word.trim().length : 0)
    }
  }
  return rows
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}

/** What is not kept. Where nothing but spaces stand between two changes it is one. */
function stretchesOf(words: readonly string[], kept: ReadonlySet<number>): readonly Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  let isNear = false
  words.forEach((word, at) => {
    const to = from + word.length
    const last = stretches.at(-1)
    if (kept.has(at)) isNear &&= word.trim() === ''
    else if (isNear && last !== undefined) stretches[stretches.length - 1] = { from: last.from, to }
    else stretches.push({ from, to })
    if (!kept.has(at)) isNear = true
    from = to
  })
  return stretches
}
