import { behindText } from '../../model/behind-text.ts'
import { counted } from '../../model/counted.ts'
import type { Pull } from '../../model/pull.ts'

/** What a review came to. */
interface Came {
  readonly status: string
  readonly missing: number
  /** How many comments the agent answers before anything is merged. */
  readonly owed: number
  /** How many drafts went along. */
  readonly drafts: number
  readonly isHalted: boolean
}

/** What was approved, as it was read before. */
type Approved = Pick<Pull, 'id' | 'round' | 'behind'>

/** What an approval of work came to, in a sentence or two. */
export function approvedText(pull: Approved, { drafts, ...came }: Came): string {
  return [cameText(pull, came), ...alongText(drafts)].join(' ')
}

/** A review takes along what its author had drafted elsewhere, and says so; nothing where there was nothing. */
export function alongText(drafts: number): readonly string[] {
  return drafts === 0 ? [] : [`What you had drafted went along: ${counted(drafts, 'comment')}.`]
}

function cameText(
  { id: pull, round, behind }: Approved,
  { status, missing, owed, isHalted }: Omit<Came, 'drafts'>,
): string {
  if (status !== 'approved')
    return `Your approval counts; ${missing === 1 ? 'one more is' : `${missing} more are`} needed.`
  if (isHalted) return `${pull} is approved, and nothing is merged until the kill switch is off.`
  if (behind !== undefined)
    return `${pull} is approved, and is not merged as it is: main ${behindText({ round, behind })}`
  if (owed === 0) return `${pull} is approved and will be merged.`
  return `${pull} is approved. The agent answers ${counted(owed, 'comment')} first; what it changes for that is reviewed again.`
}
