import type { Desk, PullView } from '../../compose.ts'
import { wayOut } from '../person/way-out.ts'
import { listed } from '../person/who-is-next.ts'

/** What a push to a pull request leads to: whoever pushes has a part in it, and approves it no more where duties are separated. */
export interface AfterPush {
  readonly text: string
  /** Too few others are there to approve it, so that it would wait for good. */
  readonly isTrap: boolean
}

/** Who would have to approve what this person pushes, told before they do; undefined for whoever works alone or may not push. */
export async function beforePush(
  desk: Pick<Desk, 'isSolo' | 'me'>,
  { checkpoint, approvers }: Pick<PullView, 'checkpoint' | 'approvers'>,
): Promise<AfterPush | undefined> {
  if (await desk.isSolo()) return undefined
  const { id, role } = await desk.me()
  if (role === 'viewer') return undefined
  // While nobody is asked, nobody is named either.
  if (checkpoint?.status !== 'pending') return { text: `${PART} somebody else approves it. ${ALONE}`, isTrap: false }
  const { terms } = checkpoint
  const others = approvers.filter((person) => person !== id)
  if (others.length >= terms.quorum)
    return { text: `${PART} somebody else approves it: ${listed(others)}.`, isTrap: false }
  const few = others.length === 0 ? 'nobody else may' : `too few others may (${others.join(', ')})`
  return {
    text: `${PART} somebody else has to approve it, and ${few}: it would wait. ${wayOut(terms)} ${ALONE}`,
    isTrap: true,
  }
}

const PART = 'Whoever pushes has a part in it, so that'
const ALONE = 'If you work alone, say so first: leeway login --solo'
