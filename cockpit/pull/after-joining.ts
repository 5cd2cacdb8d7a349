import type { PullView } from '../../src/api/pull-views.ts'
import type { Me } from '../data/use-me.ts'

/** Who approves once somebody has put something on the branch themselves; null for whoever works alone. Told before they do. */
export function afterJoining(
  { checkpoint, approvers }: Pick<PullView, 'checkpoint' | 'approvers'>,
  me: Me | undefined,
): string | null {
  if (me === undefined || me.solo) return null
  const quorum = checkpoint?.terms.quorum ?? 1
  const others = approvers.filter((approver) => approver !== me.id)
  if (others.length >= quorum) {
    const who = quorum === 1 ? others.join(' or ') : `${quorum} of ${others.join(', ')}`
    return `You then have a part in it, so that ${who} has to approve it.`
  }
  const few = others.length === 0 ? 'nobody else may approve it' : `only ${others.join(', ')} may approve it`
  return `You then have a part in it, and ${few}: it would go on waiting. Request changes instead, so that the agent makes them; or first let somebody in, or say that you work alone, in the settings.`
}
