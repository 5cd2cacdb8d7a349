import { useMemo } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { useDiff } from '../data/use-pull.ts'
import { isInRound } from './standing.ts'

/** The verdicts that go out with a review: what was judged before a push, and has changed by it, is there no more. */
export function useSentVerdicts(
  { pull }: Pick<PullView, 'pull'>,
  verdicts: readonly FileVerdict[],
): readonly FileVerdict[] {
  // Whoever looks at an earlier round has not read this one, and needs to only where something was judged.
  const whole = useDiff(pull.id, { round: pull.round }, verdicts.length > 0).data?.files
  return useMemo(() => verdicts.filter((given) => whole === undefined || isInRound(given, whole)), [whole, verdicts])
}
