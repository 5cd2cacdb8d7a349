import type { Row, ShownFile } from './row.ts'

/** A line of the diff that holds what is looked for. */
export interface Found {
  readonly file: ShownFile
  readonly old: number | undefined
  readonly new: number | undefined
}

/** All changed lines and their surroundings that hold a text, whatever is folded or out of sight. */
export function findInChanges(files: readonly ShownFile[], wanted: string): readonly Found[] {
  const text = wanted.toLowerCase()
  if (text.trim() === '') return []
  return files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines
        .filter((line) => line.text.toLowerCase().includes(text))
        .map((line) => ({ file, old: line.kind === 'added' ? undefined : line.old, new: line.new })),
    ),
  )
}

/** The row that shows a found line, once its file is unfolded. */
export function rowOfFound(rows: readonly Row[], found: Found | undefined): Row | undefined {
  if (found === undefined) return undefined
  return rows.find(
    (row) =>
      row.is === 'line' &&
      row.file.path === found.file.path &&
      (found.new === undefined ? row.old?.old === found.old : row.new?.new === found.new),
  )
}
