import type { CheckpointView } from '../../src/api/views.ts'
import type { Me } from '../data/use-me.ts'
import { whoIsLeft } from '../parts/who-is-left.ts'

/** Who could approve an edit, told before it is saved. */
export interface AfterEdit {
  readonly text: string
  /** Too few are left to approve it. */
  readonly isTrap: boolean
}

/** What an edit does to one's own vote where duties are separated; null where it does nothing. */
export function afterEdit({ checkpoint, approvers }: CheckpointView, me: Me | undefined): AfterEdit | null {
  const { terms } = checkpoint
  const left = whoIsLeft(approvers, terms.quorum, me)
  if (left === null) return null
  if (left.isEnough) {
    return { text: `Once you save, your own vote no longer counts: ${left.who} has to approve it.`, isTrap: false }
  }
  const instead = terms.answers.includes('request_changes')
    ? 'request changes, so that the agent makes them'
    : 'reject it, and say what it should be'
  return {
    text:
      `Once you save, your own vote no longer counts, and ${left.who}: ` +
      `it would go on waiting. Instead, ${instead}; or first let somebody in, or say that you work alone, under`,
    isTrap: true,
  }
}
