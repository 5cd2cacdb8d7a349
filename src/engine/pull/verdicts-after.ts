import type { FileVerdict, KeptVerdict, Marks } from '../../model/review-thread.ts'
import type { PullEvents, WholeFile } from './pull-events.ts'

/** What somebody thinks of the parts of a pull request once they have submitted a review: of each the last that they said. */
export function verdictsAfter(
  marks: Marks,
  { verdicts, keeps = [], round }: PullEvents['review_submitted'],
): readonly KeptVerdict[] {
  const isOver = (old: FileVerdict) => verdicts.some((now) => isSamePart(now, old)) && !isNoTo(old, keeps)
  const others = marks.verdicts.filter((old) => !isOver(old))
  return [...others, ...verdicts.map((now) => ({ ...now, round: sinceRound(marks, now) ?? round }))]
}

function isSamePart(one: FileVerdict, other: FileVerdict): boolean {
  return one.path === other.path && one.hunk === other.hunk
}

/** Whether it is a no to one of some whole files, as that was. */
function isNoTo({ path, file, hunk, verdict }: FileVerdict, files: readonly WholeFile[]): boolean {
  return verdict === 'rejected' && hunk === null && files.some((one) => one.path === path && one.file === file)
}

/** A no that is said again holds since it was first said: where else the same stood is told by what was there then. */
function sinceRound({ verdicts }: Marks, now: FileVerdict): number | undefined {
  const before = verdicts.find((old) => isSamePart(now, old) && (now.hunk !== null || now.file === old.file))
  return before?.verdict === 'rejected' && now.verdict === 'rejected' ? before.round : undefined
}
