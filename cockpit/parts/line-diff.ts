import { mapLines } from '../../src/review/line-map.ts'

/** One line of a comparison. */
export interface DiffLine {
  readonly did: 'kept' | 'removed' | 'added'
  readonly text: string
  /** Nothing ends it: it is the last of its file. */
  readonly unended?: true
}

/** Beyond this many cells the middle is compared between lines that are certain; where there are none it is told as replaced, which is long but never wrong. */
const MOST_CELLS = 4_000_000

/** Compares two texts line by line: the longest common lines stay, the rest is removed or added. */
export function lineDiff(before: string | readonly string[], after: string | readonly string[]): readonly DiffLine[] {
  const a = typeof before === 'string' ? before.split('\n') : before
  const b = typeof after === 'string' ? after.split('\n') : after
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const kept = (lines: readonly string[]) => lines.map((text): DiffLine => ({ did: 'kept', text }))
  return [
    ...kept(a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...kept(a.slice(a.length - end)),
  ]
}

/** Compares two files as git does: a line is what a line feed ends, and a last one without it says so. */
export function fileDiff(before: string, after: string): readonly DiffLine[] {
  return lineDiff(endedLines(before), endedLines(after)).map(({ did, text }) =>
    text.endsWith('\n') ? { did, text: text.slice(0, -1) } : { did, text, unended: true },
  )
}

function endedLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > MOST_CELLS) return betweenCertain(a, b)
  const lengths = commonLengths(a, b)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      lines.push({ did: 'kept', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push({ did: 'removed', text: left })
      i += 1
    } else {
      lines.push({ did: 'added', text: right ?? '' })
      j += 1
    }
  }
  return lines
}

/** Two changes at both ends of a long text leave most of it as it was. */
function betweenCertain(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const pieces: (readonly DiffLine[])[] = []
  let [from, start] = [0, 0]
  const between = (to: number, end: number) => {
    const [old, now] = [a.slice(from, to), b.slice(start, end)]
    if (old.length * now.length <= MOST_CELLS) return void pieces.push(middle(old, now))
    pieces.push(old.map((text) => ({ did: 'removed', text })))
    pieces.push(now.map((text) => ({ did: 'added', text })))
  }
  mapLines(a, b).forEach((to, at) => {
    if (to === undefined) return
    between(at, to)
    pieces.push([{ did: 'kept', text: a[at] ?? '' }])
    ;[from, start] = [at + 1, to + 1]
  })
  between(a.length, b.length)
  return pieces.flat()
}

/** How many lines two ends have in common, from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint32Array
      row[j] = a[i] === b[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1))
    }
  }
  return rows
}

function at(rows: readonly Uint32Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}
