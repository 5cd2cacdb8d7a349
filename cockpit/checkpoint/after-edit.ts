import type { CheckpointView } from '../../src/api/views.ts'
import type { Me } from '../data/use-me.ts'

/** Who could approve an edit, told before it is saved. */
export interface AfterEdit {
  readonly text: string
  /** Too few are left to approve it. */
  readonly isTrap: boolean
}

/** What an edit does to one's own vote where duties are separated; null where it does nothing. */
export function afterEdit({ checkpoint, approvers }: CheckpointView, me: Me | undefined): AfterEdit | null {
  const { terms } = checkpoint
  if (me === undefined || me.solo) return null
  const others = approvers.filter((approver) => approver !== me.id)
  if (others.length >= terms.quorum) {
    const who = terms.quorum === 1 ? others.join(' or ') : `${terms.quorum} of ${others.join(', ')}`
    return { text: `Once you save, your own vote no longer counts: ${who} has to approve it.`, isTrap: false }
  }
  const few = others.length === 0 ? 'nobody else may approve it' : `only ${others.join(', ')} may approve it`
  const instead = terms.answers.includes('request_changes')
    ? 'request changes, so that the agent makes them'
    : 'reject it, and say what it should be'
  return {
    text:
      `Once you save, your own vote no longer counts, and ${few}${terms.quorum > 1 ? ` of the ${terms.quorum} it needs` : ''}: ` +
      `it would go on waiting. Instead, ${instead}; or first let somebody in, or say that you work alone, under`,
    isTrap: true,
  }
}
