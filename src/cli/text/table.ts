import type { Page } from './page.ts'
import { shorten } from './shorten.ts'
import { padTo, visibleWidth } from './visible-width.ts'
import { wrap } from './wrap.ts'

/** A piece of harmless text, and how to colour it. */
export interface Piece {
  readonly text: string
  readonly format?: Parameters<Page['paint']>[0]
  /** Is never broken: an id in two lines can't be copied, nor found in what another program reads. The table is wider then. */
  readonly isWhole?: boolean
}

/** One field of a table; several pieces stand below each other. */
export type Cell = Piece | readonly Piece[]

/** Rows of cells, with the words above them where there are any. */
export interface Table {
  readonly head?: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly indent?: number
}

/** Below this width a table puts what is less important under what is more important. */
export const NARROW_PAGE = 100

const GAP = '  '
const NARROWEST_COLUMN = 8
const SHORT_TEXT = 12

/** Draws a table in aligned columns that together are no wider than the page. */
export function drawTable({ head, rows, indent = 0 }: Table, page: Page): string {
  const all: Table['rows'] = head === undefined ? rows : [head.map((text) => ({ text, format: 'underline' })), ...rows]
  const cells = all.map((row) => row.map(piecesOf))
  const widths = columnWidths(cells, head ?? [], page.width - indent)
  return cells.map((row) => drawRow(row, { widths, indent, page })).join('\n')
}

type Pieces = readonly Piece[]

interface Layout {
  readonly widths: readonly number[]
  readonly indent: number
  readonly page: Page
}

function drawRow(row: readonly Pieces[], { widths, indent, page }: Layout): string {
  const cells = row.map((pieces, column) => drawCell(pieces, widths[column] ?? 1, page))
  const height = greatest(cells.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, index) => {
    const fields = cells.map((cell, column) => cell[index] ?? padTo('', widths[column] ?? 0))
    return (' '.repeat(indent) + fields.join(GAP)).trimEnd()
  })
  return lines.join('\n')
}

/** The lines of a cell, each as wide as its column. */
function drawCell(pieces: Pieces, width: number, page: Page): readonly string[] {
  return pieces.flatMap(({ text, format, isWhole }) =>
    (isWhole ? [text] : wrap(text, width)).map((line) => {
      const painted = format === undefined ? line : page.paint(format, line)
      return painted + padTo('', width - visibleWidth(line))
    }),
  )
}

function piecesOf(cell: Cell): Pieces {
  const pieces = 'text' in cell ? [cell] : cell
  return pieces.map((piece) => ({ ...piece, text: shorten(piece.text) }))
}

/** As wide as their texts. Where that is too wide, the widest that can be broken between words gives way first. */
function columnWidths(rows: readonly (readonly Pieces[])[], head: readonly string[], width: number): readonly number[] {
  const columns = greatest(rows.map((row) => row.length))
  const texts = Array.from({ length: columns }, (_, column) =>
    rows.flatMap((row) => (row[column] ?? []).map((piece) => piece.text)),
  )
  const widths = texts.map((column) => greatest(column.map(visibleWidth)))
  const heads = texts.map((_, column) => visibleWidth(head[column] ?? ''))
  const words = texts.map((column, index) =>
    greatest([heads[index] ?? 0, ...column.flatMap((text) => text.split(' ')).map(visibleWidth)]),
  )
  const room = width - GAP.length * (columns - 1)
  // Short texts are not broken, not even between words, as long as a longer one can give way.
  const short = widths.map((one, column) => Math.max(words[column] ?? 0, Math.min(one, SHORT_TEXT)))
  shrink(widths, short, room)
  // The names of facts stay whole; where columns have heads, what can't be broken does.
  if (head.length > 0) shrink(widths, words, room)
  const least = texts.map((_, column) => Math.max(NARROWEST_COLUMN, wholeWidth(rows, column)))
  // A word above a column stays in one piece as long as the page allows.
  shrink(
    widths,
    heads.map((one, column) => Math.max(one, least[column] ?? 0)),
    room,
  )
  shrink(widths, least, room)
  return widths
}

/** How wide the widest text of a column is that can't be broken. */
function wholeWidth(rows: readonly (readonly Pieces[])[], column: number): number {
  const whole = rows.flatMap((row) => (row[column] ?? []).filter(({ isWhole }) => isWhole))
  return greatest(whole.map(({ text }) => visibleWidth(text)))
}

/** At least 1. `Math.max` takes its numbers as arguments, of which there can be too many. */
function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 1)
}

/** Takes from the widest column that is above its least width, until all fit or none can give. */
function shrink(widths: number[], least: readonly number[], room: number): void {
  let excess = widths.reduce((sum, one) => sum + one, 0) - room
  while (excess > 0) {
    const spare = widths.map((one, column) => (one > (least[column] ?? 0) ? one : 0))
    const widest = Math.max(...spare)
    if (widest === 0) return
    widths[spare.indexOf(widest)] = widest - 1
    excess -= 1
  }
}
