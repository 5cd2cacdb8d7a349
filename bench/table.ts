import { keyOf, OURS, type Row } from './result.ts'

const HEADINGS = [
  'path/workload',
  'contender',
  'by the clock',
  'by CPU time',
  'of floor',
  '(least - most)',
  'leeway is',
  'each answer',
]
/** Figures stand to the right, words to the left. */
const FIGURES = new Set([2, 3, 4, 5, 6])

/** One table of ratios, with the measured figures beside them. */
export function toTable(rows: readonly Row[]): string {
  const byWorkload = [...Map.groupBy(rows, keyOf).values()].flat()
  const lines = [HEADINGS, ...byWorkload.map((row) => cellsOf(row, rows))]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const ruled = lines.toSpliced(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  )
  return ruled
    .map((line) =>
      line
        .map((cell, column) => pad(cell, column, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf(row: Row, rows: readonly Row[]): readonly string[] {
  const [least, most] = row.spread
  if (Number.isNaN(row.value)) return [keyOf(row), row.contender, '-', '', '-', '', '', row.answers]
  return [
    keyOf(row),
    row.contender,
    `${whole(row.value)} ${row.unit}`,
    row.perCpuSecond === undefined ? '' : whole(row.perCpuSecond),
    short(row.ofFloor),
    `(${short(least)} - ${short(most)})`,
    row.contender === OURS ? '' : `${short(timesOf(row, rows))} x`,
    row.answers,
  ]
}

/** How many times this contender's share of the floor ours is. */
function timesOf(row: Row, rows: readonly Row[]): number {
  const own = rows.find((other) => other.contender === OURS && keyOf(other) === keyOf(row))
  return (own?.ofFloor ?? Number.NaN) / row.ofFloor
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}

function short(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : figure.toPrecision(3)
}

function pad(cell: string, column: number, width: number): string {
  return FIGURES.has(column) ? cell.padStart(width) : cell.padEnd(width)
}
