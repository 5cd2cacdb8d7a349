import type { Stretch } from '../parts/visible.tsx'
import type { Row, ShownFile, Side } from './row.ts'

/** A line of the diff that holds what is looked for. */
export interface Found {
  readonly file: ShownFile
  readonly old: number | undefined
  readonly new: number | undefined
}

/** What is looked for, and how. */
export interface Wanted {
  readonly text: string
  readonly isExact: boolean
  readonly isRegex: boolean
}

/** All changed lines and their surroundings that hold what is wanted, whatever is folded or out of sight. */
export function findInChanges(files: readonly ShownFile[], fits: (line: string) => boolean): readonly Found[] {
  return files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines
        .filter((line) => fits(line.text))
        .map((line) => ({ file, old: line.kind === 'added' ? undefined : line.old, new: line.new })),
    ),
  )
}

/** Prepares a regular expression; throws an `AppError` that says why it can't be read, and quotes it as it was typed. */
export type CompileRegex = (source: string, isExact: boolean) => Regex

/** A regular expression: whether it fits some text, and where. */
export interface Regex {
  readonly test: (text: string) => boolean
  readonly words: (text: string) => readonly Stretch[]
}

/** Tells whether a line holds what is wanted. Nothing fits a regular expression that can't be prepared yet. */
export function lineMatcher(
  { text, isExact, isRegex }: Wanted,
  compile: CompileRegex | undefined,
): (line: string) => boolean {
  if (text.trim() === '') return () => false
  if (isRegex) return compile?.(text, isExact).test ?? (() => false)
  if (isExact) return (line) => line.includes(text)
  const lower = text.toLowerCase()
  return (line) => line.toLowerCase().includes(lower)
}

/** Tells where in a text that is; null where nothing is wanted, or what is can't be read. */
export function wordFinder(
  { text, isExact, isRegex }: Wanted,
  compile: CompileRegex | undefined,
): ((line: string) => readonly Stretch[]) | null {
  if (text.trim() === '') return null
  if (isRegex) {
    const regex = compile?.(text, isExact)
    // What fits nothing at all, as `x*` does everywhere, is no word.
    return regex === undefined ? null : (line) => regex.words(line).filter(({ from, to }) => to > from)
  }
  const wanted = isExact ? text : text.toLowerCase()
  return (line) => {
    const inside = isExact ? line : line.toLowerCase()
    // Some few letters are longer in the other case, and nothing after them stands where it stood.
    return inside.length === line.length ? placesOf(wanted, inside) : []
  }
}

function placesOf(wanted: string, line: string): readonly Stretch[] {
  const found: Stretch[] = []
  for (let from = line.indexOf(wanted); from >= 0; from = line.indexOf(wanted, from + wanted.length)) {
    found.push({ from, to: from + wanted.length })
  }
  return found
}

/** The row that shows a found line, once its file is unfolded. */
export function rowOfFound(rows: readonly Row[], found: Found | undefined): Row | undefined {
  if (found === undefined) return undefined
  const [side, line] = found.new === undefined ? (['old', found.old] as const) : (['new', found.new] as const)
  return line === undefined ? undefined : rowOfLine(rows, { path: found.file.path, side, line })
}

/** The row that shows a line: the line itself, or the block that it is part of. */
export function rowOfLine(
  rows: readonly Row[],
  { path, side, line }: { readonly path: string; readonly side: Side; readonly line: number },
): Row | undefined {
  return rows.find((row) => {
    if (row.file.path !== path) return false
    if (row.is === 'line') return row[side]?.[side] === line
    if (row.is !== 'block') return false
    return (row.did === 'removed') === (side === 'old') && row.block.first <= line && line <= row.block.last
  })
}
