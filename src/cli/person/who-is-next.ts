import type { Desk } from '../../compose.ts'
import type { CheckpointStatus } from '../../model/checkpoint-status.ts'
import type { CheckpointId } from '../../model/ids.ts'
import type { Review } from '../../model/review.ts'
import { wayOut } from './way-out.ts'

interface Answered {
  readonly checkpoint: CheckpointId
  readonly status: CheckpointStatus
}

/** Who has to approve what is still held after an answer, and what to do where nobody can; empty when it is decided. */
export async function whoIsNext(
  desk: Desk,
  { checkpoint, status }: Answered,
  { answer }: Pick<Review, 'answer'>,
): Promise<string> {
  if (status !== 'pending' || (answer !== 'edit' && answer !== 'approve')) return ''
  const {
    approvers,
    approved_by,
    checkpoint: { terms },
  } = await desk.checkpoint(checkpoint)
  const { id: me } = await desk.me()
  const others = approvers.filter((person) => person !== me && !approved_by.includes(person))
  if (others.length > 0) return `It waits for somebody else: ${listed(others)} may approve it.`
  const alone = answer === 'edit' ? ` If you work alone: leeway login --solo, then leeway approve ${checkpoint}` : ''
  return `Somebody else has to approve it, and nobody else may. ${wayOut(terms)}${alone}`
}

const MOST_NAMES = 5

/** Some names in a sentence. */
export function listed(names: readonly string[]): string {
  if (names.length > MOST_NAMES) return `${names.slice(0, MOST_NAMES).join(', ')} and others`
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
