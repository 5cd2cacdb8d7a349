import type { Anchor } from '../../src/model/anchor.ts'
import { keptLine } from '../../src/model/kept-line.ts'
import { pathOn } from '../../src/review/where-shown.ts'
import { linesOf, type ShownFile, type Side } from './row.ts'

/** Lines of one side of a file. */
export interface Range {
  /** A block of a rendered text, or lines as they are written, which is what they are unless it is said. */
  readonly kind?: Anchor['kind']
  readonly side: Side
  readonly first: number
  readonly last: number
}

const AROUND = 3
const MOST = 1000

/** The lines of one side that are known, by their numbers: those of the diff, or all of the file. */
export function sideLines(file: ShownFile, side: Side, text?: string): ReadonlyMap<number, string> {
  if (text !== undefined) return new Map(linesOf(text).map((line, at) => [at + 1, line]))
  const known = file.hunks.flatMap(({ lines }) =>
    lines.flatMap((line): [number, string][] => {
      const number = line[side]
      return number === undefined ? [] : [[number, line.text]]
    }),
  )
  return new Map(known)
}

/** What a comment on some lines keeps of them, so that they are found again in the next round. */
export function anchorOf(
  file: ShownFile,
  { side, kind = 'lines', first, last }: Range,
  lines: ReadonlyMap<number, string>,
): Anchor {
  const from = (start: number, end: number): string[] => {
    const found: string[] = []
    for (let number = start; number <= end; number += 1) {
      const line = lines.get(number)
      if (line === undefined) break
      found.push(keptLine(line))
    }
    return found
  }
  const quote = from(first, Math.min(last, first + MOST - 1))
  const end = first + Math.max(1, quote.length) - 1
  const before: string[] = []
  for (let number = first - 1; number >= first - AROUND; number -= 1) {
    const line = lines.get(number)
    if (line === undefined) break
    before.unshift(keptLine(line))
  }
  return {
    path: pathOn(file, side),
    side,
    kind,
    first,
    last: end,
    quote: quote.length === 0 ? [''] : quote,
    before,
    after: from(end + 1, end + AROUND),
  }
}
