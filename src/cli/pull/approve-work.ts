import type { Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { CheckpointId, ThreadId } from '../../model/ids.ts'
import type { Presence } from '../../model/presence.ts'
import type { Work } from './work-of.ts'

/** Which work is approved, by the checkpoint that holds it and the hash of what was looked at. */
interface Approving {
  readonly checkpoint: CheckpointId
  readonly content_hash: string
  readonly reason: string | undefined
  readonly passphrase?: string | undefined
}

/** Of what is over nobody takes anything up. */
const NOBODY: Presence = { is: 'away', heard_at: null }

type Approved = Awaited<ReturnType<Desk['answer']>> & {
  /** Drafts that went along. */
  readonly submitted: readonly ThreadId[]
}

/**
 * Approves work, together with what its reviewer wrote in the browser and did not submit: a review is one thing, and nobody could submit
 * the rest of it once it is merged.
 */
export async function approveWork(desk: Desk, { view }: Work, approving: Approving): Promise<Approved> {
  const { checkpoint, reason: text, ...proved } = approving
  const { pull } = view
  // Whoever looked for long may have written more meanwhile, in another window.
  const { drafts } = await desk.pulls.read(pull.id)
  // Before it is given: whoever waits for it goes on at once, and does not wait any more.
  const { presence } = await desk.checkpoint(checkpoint)
  const review = { pull: pull.id, head: pull.head, answer: 'approve', text, threads: drafts, ...proved } as const
  try {
    const given = await desk.pulls.submit(review)
    return { ...given, grant: null, submitted: drafts.map(({ id }) => id), presence: presence ?? NOBODY }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'pull_ended') throw error
    // It is merged or closed by now: whoever is second reads who decided, and when.
    if ((await desk.checkpoint(checkpoint)).checkpoint.status === 'pending') throw error
    const answer = { checkpoint, content_hash: proved.content_hash, review: { answer: 'approve' } } as const
    return { ...(await desk.answer(answer)), submitted: [] }
  }
}
