import type { ShownFile } from '../../engine/workspaces.ts'
import type { FileVerdict } from '../../model/review-thread.ts'
import type { DiffLine, Hunk } from '../../review/diff.ts'

/** A file or hunk that somebody does not want as it is. */
export interface QuotedPart extends FileVerdict {
  /** Where the hunk stands, before and after the change; null for a whole file, and where it is gone by now. */
  readonly place: Pick<Hunk, 'old' | 'new'> | null
  /** Its lines as a diff has them: `-` before what goes, `+` before what comes. */
  readonly quote: readonly string[]
}

/** More lines than this nobody needs to know which ones are meant. */
const MOST_LINES = 200

/** Says of a hunk, which people know by sight and we by its hash, which lines it is made of. */
export function quotedPart(verdict: FileVerdict, files: readonly ShownFile[]): QuotedPart {
  const file = files.find(({ path }) => path === verdict.path)
  const hunk = verdict.hunk === null ? undefined : file?.hunks.find(({ hash }) => hash === verdict.hunk)
  if (hunk === undefined) return { ...verdict, place: null, quote: [] }
  const { old, new: now, lines } = hunk
  return { ...verdict, place: { old, new: now }, quote: lines.slice(0, MOST_LINES).map(quoted) }
}

const SIGNS = { context: ' ', removed: '-', added: '+' } as const

function quoted({ kind, text }: DiffLine): string {
  return `${SIGNS[kind]}${text}`
}
