import type { CheckpointStatus } from '../../model/checkpoint.ts'
import { counted } from '../../model/counted.ts'

/** What a review came to. */
interface Came {
  readonly status: CheckpointStatus
  readonly missing: number
  readonly owed: number
  /** What was said stands in the way of every approval. */
  readonly blocks: boolean
  readonly isHalted: boolean
  /** Who has to approve it too; empty where nobody has. */
  readonly next: string
}

/** What whoever submitted a review is told of it. */
export function drawReviewed(
  answer: string,
  pull: string,
  { status, missing, owed, blocks, isHalted, next }: Came,
): string {
  if (answer === 'comment') {
    const blocking = blocks ? ' It blocks: nobody can approve until it is resolved (--kind nit does not).' : ''
    return `Your comment stands on ${pull}.${blocking} The agent answers it before anything is merged. For an answer now: leeway pr request-changes ${pull}`
  }
  if (answer === 'reject') return `${pull} is rejected and closed. Nothing of it is merged.`
  if (answer === 'request_changes') return `${pull} went back to the agent.`
  if (status !== 'approved')
    return `Your approval counts; ${missing === 1 ? 'one more is' : `${missing} more are`} needed. ${next}`.trim()
  if (isHalted) return `${pull} is approved, and nothing is merged until the kill switch is off.`
  if (owed === 0) return `${pull} is approved and will be merged.`
  return `${pull} is approved. The agent answers ${counted(owed, 'comment')} first; what it changes for that is reviewed again.`
}
