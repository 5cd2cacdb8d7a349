import type { ShownFile, ShownHunk } from './row.ts'

/**
 * Whether a hunk stands in the same place, among the same lines, as in an earlier round. A hunk is known by what it takes out and puts
 * in, so the same one may come up a second time or elsewhere: there nobody has looked at it yet.
 *
 * @param since what changed in the file from that round to this one; nothing where it did not change
 */
export function isUntouched(
  { new: range }: Pick<ShownHunk, 'new'>,
  since: Pick<ShownFile, 'hunks'> | undefined,
): boolean {
  // Git names the line before, where a side has none.
  const first = range.count === 0 ? range.start + 1 : range.start
  const end = first + range.count
  return (since?.hunks ?? []).every(({ lines, new: part }) => {
    let next = part.count === 0 ? part.start + 1 : part.start
    return lines.every(({ kind }) => {
      const at = next
      if (kind !== 'removed') next += 1
      // What came stands on a line of the hunk; what went stood between two of them, or right beside it.
      if (kind === 'added') return at < first || at >= end
      return kind === 'context' || at < first || at > end
    })
  })
}
