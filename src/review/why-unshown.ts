import { LONGEST_LINE } from '../model/kept-line.ts'
import type { Unshown } from '../model/unshown-file.ts'
import type { FileDiff } from './diff.ts'

/** Why the lines of a diff do not show all that changes in a file; undefined where they do. */
export function whyUnshown({
  binary,
  excess,
  hunks,
}: Pick<FileDiff, 'binary' | 'excess' | 'hunks'>): Unshown | undefined {
  if (excess) return 'excess'
  if (binary) return 'binary'
  const isCut = hunks.some(({ lines }) =>
    lines.some(({ kind, text }) => kind !== 'context' && text.length > LONGEST_LINE),
  )
  return isCut ? 'cut' : undefined
}
