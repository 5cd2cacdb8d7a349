import { rowOfLine } from './find-in-changes.ts'
import type { Row, ShownFile, Side } from './row.ts'

/** Lines that an address leads to. */
export interface LineLink {
  readonly path: string
  readonly side: Side
  readonly first: number
  readonly last: number
}

const LETTERS = { new: 'L', old: 'O' } as const satisfies Record<Side, string>

/** How the lines are named behind the `#`: `L12`, `L12-15`, and `O12` for a line that was. */
export function hashOf({ side, first, last }: Omit<LineLink, 'path'>): string {
  return `${LETTERS[side]}${first}${last === first ? '' : `-${last}`}`
}

/** Reads the file and the lines of an address; what makes no sense leads nowhere. */
export function readLineLink(path: string | undefined, hash: string): LineLink | undefined {
  const [, letter, first, last = first] = /^(L|O)(\d{1,7})(?:-(\d{1,7}))?$/.exec(hash) ?? []
  if (path === undefined || letter === undefined) return undefined
  const [from, to] = [Number(first), Number(last)]
  return from < 1 || to < from ? undefined : { path, side: letter === 'O' ? 'old' : 'new', first: from, last: to }
}

/** The row of the line that an address leads to, as far as it is shown. */
export function linkedRow(rows: readonly Row[], { path, side, first }: LineLink): Row | undefined {
  return rowOfLine(rows, { path, side, line: first })
}

/** Whether the line is among those that changed or stand around them; otherwise the whole file has to be shown. */
export function isInHunks({ hunks }: ShownFile, { side, first }: LineLink): boolean {
  return hunks.some(({ lines }) => lines.some((line) => line[side] === first))
}
