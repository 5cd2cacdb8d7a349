import type { PullView } from '../../src/api/pull-views.ts'
import type { Me } from '../data/use-me.ts'
import { whoIsLeft } from '../parts/who-is-left.ts'

/** Who approves once somebody has put something on the branch themselves; null for whoever works alone. Told before they do. */
export function afterJoining(
  { checkpoint, approvers }: Pick<PullView, 'checkpoint' | 'approvers'>,
  me: Me | undefined,
): string | null {
  const left = whoIsLeft(approvers, checkpoint?.terms.quorum ?? 1, me)
  if (left === null) return null
  if (left.isEnough) return `You then have a part in it, so that ${left.who} has to approve it.`
  return `You then have a part in it, and ${left.who}: it would go on waiting. Request changes instead, so that the agent makes them; or first let somebody in, or say that you work alone, in the settings.`
}

/** Said of the branch before somebody pushes to it, where nobody would be left to approve it; null where enough are, or they may not approve it now. */
export function trapOfPushing(
  { pull, checkpoint, approvers }: Pick<PullView, 'pull' | 'checkpoint' | 'approvers'>,
  me: Me | undefined,
): string | null {
  const isTheirs = pull.status === 'open' && checkpoint?.status === 'pending' && approvers.some((id) => id === me?.id)
  if (!isTheirs) return null
  const left = whoIsLeft(approvers, checkpoint.terms.quorum, me)
  return left === null || left.isEnough ? null : `Whoever pushes to the branch has a part in it, and ${left.who}.`
}
