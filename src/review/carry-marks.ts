import { type Diff, pathOf } from './diff.ts'
import { type FilePart, fileHash, partsIn } from './hunk-hash.ts'

/** What reviewers left on the round before, by the hashes of what they looked at. */
export interface Marks {
  /** Parts that were accepted, each as often as it was. */
  readonly accepted: readonly string[]
  /** Parts that were sent back. */
  readonly rejected: readonly string[]
  /** Files that were seen, by their path. */
  readonly viewed: Readonly<Record<string, string>>
}

/** What of it still holds in the next round. */
export interface CarriedMarks {
  /** Parts that need no second look, because they are what was accepted. */
  readonly accepted: readonly FilePart[]
  /** Parts that were sent back and are there again, unchanged. */
  readonly returned: readonly FilePart[]
  /** Files in which nothing changed since they were seen. */
  readonly viewed: readonly string[]
}

/** Carries marks over to the next round: only where what was marked is there again, byte for byte. */
export function carryMarks(marks: Marks, next: Diff): CarriedMarks {
  const parts = partsIn(next)
  const [had, has] = [countOf(marks.accepted), countOf(parts.map(({ hash }) => hash))]
  const rejected = new Set(marks.rejected)
  // Twice the same hunk where one was accepted: nobody can say which of them that was.
  const isAccepted = ({ hash }: FilePart) => !rejected.has(hash) && (has.get(hash) ?? 0) <= (had.get(hash) ?? 0)
  return {
    accepted: parts.filter(isAccepted),
    returned: parts.filter(({ hash }) => rejected.has(hash)),
    viewed: next
      .filter((file) => Object.hasOwn(marks.viewed, pathOf(file)) && marks.viewed[pathOf(file)] === fileHash(file))
      .map(pathOf),
  }
}

function countOf(hashes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return counts
}
