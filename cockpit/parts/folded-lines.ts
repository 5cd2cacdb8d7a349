import type { DiffLine } from './line-diff.ts'

/** A line of a comparison, or how many that stayed are left out between two changes. */
export type FoldedLine = DiffLine | { readonly did: 'left out'; readonly count: number }

/** A comparison without the lines that stayed, but for some around each change. One line alone is shown: to say that it is left out takes as much room. */
export function foldedLines(lines: readonly DiffLine[], around: number): readonly FoldedLine[] {
  const folded: (readonly FoldedLine[])[] = []
  let at = 0
  while (at < lines.length) {
    const end = endOf(lines, at, (line) => line.did === 'kept')
    const kept = lines.slice(at, end)
    const head = at === 0 ? [] : kept.slice(0, around)
    const tail = end === lines.length ? [] : kept.slice(Math.max(head.length, kept.length - around))
    const count = kept.length - head.length - tail.length
    folded.push(count > 1 ? [...head, { did: 'left out', count }, ...tail] : kept)
    at = endOf(lines, end, (line) => line.did !== 'kept')
    folded.push(lines.slice(end, at))
  }
  return folded.flat()
}

function endOf(lines: readonly DiffLine[], from: number, fits: (line: DiffLine) => boolean): number {
  let at = from
  for (let line = lines[at]; line !== undefined && fits(line); line = lines[at]) at += 1
  return at
}
