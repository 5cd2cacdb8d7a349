import type { RejectedPart } from './rejected-part.ts'
import type { FileVerdict } from './review-thread.ts'

type Judged = Pick<FileVerdict, 'path' | 'hunk' | 'verdict'>

/** A no to a part of a file that the same review accepts as a whole: nobody could tell which of the two is meant. */
export function contradictedNo<Verdict extends Judged>(verdicts: readonly Verdict[]): Verdict | undefined {
  const whole = acceptedWhole(verdicts)
  return verdicts.find(({ path, hunk, verdict }) => verdict === 'rejected' && hunk !== null && whole.has(path))
}

/** The parts of files which somebody accepts as a whole, that they had rejected themselves and say nothing else of. */
export function acceptedAlong<Part extends Pick<RejectedPart, 'by' | 'path' | 'hunk'>>(
  verdicts: readonly Judged[],
  rejected: readonly Part[],
  by: string | undefined,
): readonly Part[] {
  const whole = acceptedWhole(verdicts)
  const isJudged = (part: Part) => verdicts.some(({ path, hunk }) => path === part.path && hunk === part.hunk)
  return rejected.filter((part) => part.by === by && part.hunk !== null && whole.has(part.path) && !isJudged(part))
}

function acceptedWhole(verdicts: readonly Judged[]): ReadonlySet<string> {
  return new Set(verdicts.flatMap(({ path, hunk, verdict }) => (hunk === null && verdict === 'accepted' ? [path] : [])))
}
