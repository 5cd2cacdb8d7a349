import { useMemo, useRef, useState } from 'react'
import type { Range } from './anchor-of.ts'
import type { LineRow, Row, ShownFile, Side } from './row.ts'

/** Lines of one file that somebody has chosen. */
export interface Chosen extends Range {
  readonly file: ShownFile
}

/** One line of a file. */
interface Spot {
  readonly side: Side
  readonly line: number
}

/** Where the keyboard is in the diff, and which lines are chosen. */
export interface LineCursor {
  readonly key: string | null
  readonly chosen: Chosen | null
  /** Goes to a row; lines that are chosen there are named along. */
  readonly go: (key: string | null, lines?: Chosen) => void
  /** Chooses a line; with `isMore` all lines from the one that was chosen before. */
  readonly choose: (file: ShownFile, at: Spot, isMore: boolean) => Chosen
  /** A mouse goes down on a line; from there it may be drawn over others. */
  readonly press: (file: ShownFile, at: Spot) => void
  /** Chooses the lines from there to another one of that side; null where the mouse came from none of them. */
  readonly draw: (file: ShownFile, at: Spot) => Chosen | null
  /** Puts another choice in the place of what is chosen on a side of a file, or of none. */
  readonly stretch: (file: ShownFile, side: Side, next: (chosen: Range | null) => Omit<Range, 'side'>) => void
}

/** A cursor over rows and a choice of lines. */
export function useLineCursor(): LineCursor {
  const [key, setKey] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const pressed = useRef<Spot & { readonly path: string }>(undefined)
  return useMemo(
    () => ({
      key,
      chosen,
      go: (to, lines) => {
        setKey(to)
        setChosen(lines ?? null)
      },
      choose: (file, { side, line }, isMore) => {
        const from = isMore && chosen?.file.path === file.path && chosen.side === side ? chosen.first : line
        const next = { file, side, first: Math.min(from, line), last: Math.max(from, line) }
        setChosen(next)
        return next
      },
      press: ({ path }, at) => {
        pressed.current = { path, ...at }
      },
      draw: (file, { side, line }) => {
        const from = pressed.current
        if (from?.path !== file.path || from.side !== side || from.line === line) return null
        const next = { file, side, first: Math.min(from.line, line), last: Math.max(from.line, line) }
        setChosen(next)
        return next
      },
      stretch: (file, side, next) => {
        const isSame = chosen?.file.path === file.path && chosen.side === side
        setChosen({ file, side, ...next(isSame ? chosen : null) })
      },
    }),
    [key, chosen],
  )
}

/** The line that a comment on a row is about: what is, where there is one. */
export function spotOf({ old, new: now }: Pick<LineRow, 'old' | 'new'>): Spot {
  if (now?.new !== undefined) return { side: 'new', line: now.new }
  return { side: 'old', line: old?.old ?? 1 }
}

/** The next row of a kind in a direction, from where the cursor is. */
export function nextOf(
  rows: readonly Row[],
  from: string | null,
  { by, fits }: { readonly by: 1 | -1; readonly fits: (row: Row, at: number) => boolean },
): Row | undefined {
  const at = from === null ? -1 : rows.findIndex(({ key }) => key === from)
  const start = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by
  for (let index = start; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]
    if (row !== undefined && fits(row, index)) return row
  }
  return undefined
}
