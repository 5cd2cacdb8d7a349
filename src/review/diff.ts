/** What happened to a file between two trees. */
export const FILE_STATUSES = ['added', 'deleted', 'modified', 'renamed', 'copied', 'retyped'] as const
export type FileStatus = (typeof FILE_STATUSES)[number]

/** One line of a hunk, without its line feed. */
export interface DiffLine {
  readonly kind: 'context' | 'removed' | 'added'
  readonly text: string
  /** Counted from 1, on the sides on which the line stands. */
  readonly old?: number
  readonly new?: number
  /** The file ends here without a line feed. */
  readonly unended?: true
  /** How many characters of it are left out behind the text. */
  readonly cut?: number
}

/** A run of changed lines with some unchanged ones around it. */
export interface Hunk {
  readonly old: { readonly start: number; readonly count: number }
  readonly new: { readonly start: number; readonly count: number }
  readonly lines: readonly DiffLine[]
}

/** What stands on one side: `100644` a file, `100755` one that can be run, `120000` a link, `160000` another repository. */
export interface FileSide {
  readonly path: string
  readonly mode: string
  /** The name of the bytes in git. */
  readonly object: string
  /** How many bytes there are, where the lines of a diff do not show them. */
  readonly size?: number
}

/** One file that differs. A side that does not exist is absent. */
export interface FileChange {
  readonly status: FileStatus
  readonly old?: FileSide
  readonly new?: FileSide
}

/** One file of a diff, with its lines. */
export interface FileDiff extends FileChange {
  /** Bytes that are no text, not in UTF-8, or too many to show: there are no hunks, and the reviewer has to look at the bytes. */
  readonly binary: boolean
  /** Its lines are left out because all files together have more of them than can be shown at once. */
  readonly excess?: true
  readonly hunks: readonly Hunk[]
}

/** All that differs between two trees. */
export type Diff = readonly FileDiff[]

/** The name under which a file of a diff is listed: the new one, where there is one. */
export function pathOf(file: FileChange): string {
  return file.new?.path ?? file.old?.path ?? ''
}
