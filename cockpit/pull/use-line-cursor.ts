import { useMemo, useState } from 'react'
import type { Range } from './anchor-of.ts'
import type { LineRow, Row, ShownFile, Side } from './row.ts'

/** Lines of one file that somebody has chosen. */
export interface Chosen extends Range {
  readonly file: ShownFile
}

/** Where the keyboard is in the diff, and which lines are chosen. */
export interface LineCursor {
  readonly key: string | null
  readonly chosen: Chosen | null
  readonly go: (key: string | null) => void
  /** Chooses a line; with `isMore` all lines from the one that was chosen before. */
  readonly choose: (file: ShownFile, at: { readonly side: Side; readonly line: number }, isMore: boolean) => Chosen
  /** Takes one line more, or one less. */
  readonly stretch: (row: LineRow, by: 1 | -1) => void
}

/** A cursor over rows and a choice of lines. */
export function useLineCursor(): LineCursor {
  const [key, setKey] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return useMemo(
    () => ({
      key,
      chosen,
      go: (to) => {
        setKey(to)
        setChosen(null)
      },
      choose: (file, { side, line }, isMore) => {
        const from = isMore && chosen?.file.path === file.path && chosen.side === side ? chosen.first : line
        const next = { file, side, first: Math.min(from, line), last: Math.max(from, line) }
        setChosen(next)
        return next
      },
      stretch: (row, by) => {
        const spot = spotOf(row)
        const isSame = chosen?.file.path === row.file.path && chosen.side === spot.side
        const { first, last } = isSame ? chosen : { first: spot.line, last: spot.line }
        setChosen({ file: row.file, side: spot.side, first, last: Math.max(first, last + by) })
      },
    }),
    [key, chosen],
  )
}

/** The line that a comment on a row is about: what is, where there is one. */
export function spotOf({ old, new: now }: Pick<LineRow, 'old' | 'new'>): {
  readonly side: Side
  readonly line: number
} {
  if (now?.new !== undefined) return { side: 'new', line: now.new }
  return { side: 'old', line: old?.old ?? 1 }
}

/** The next row of a kind in a direction, from where the cursor is. */
export function nextOf(
  rows: readonly Row[],
  from: string | null,
  { by, fits }: { readonly by: 1 | -1; readonly fits: (row: Row) => boolean },
): Row | undefined {
  const at = from === null ? -1 : rows.findIndex(({ key }) => key === from)
  const start = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by
  for (let index = start; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]
    if (row !== undefined && fits(row)) return row
  }
  return undefined
}
