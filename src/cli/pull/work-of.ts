import type { CheckpointView, Desk, DiffView, PullView } from '../../compose.ts'
import { AppError, ERRORS, type ErrorCode } from '../../model/errors.ts'
import type { CheckpointId } from '../../model/ids.ts'

/** The work of a phase that a checkpoint asks about. */
export interface Work {
  readonly view: PullView
  /** Which of its rounds is asked about. */
  readonly round: number
}

/** The same with all that changes. */
export interface ShownWork extends Work {
  readonly diff: DiffView
}

/** A checkpoint as somebody looks at it, with the work that waits for their answer, where it is about any. */
export interface Looked {
  readonly view: CheckpointView
  readonly work: Work | null
}

/** Looks at a checkpoint. What is decided already is shown by its names alone. */
export async function lookAt(desk: Desk, id: CheckpointId): Promise<Looked> {
  const first = await desk.checkpoint(id)
  const { pull, status } = first.checkpoint
  if (pull === undefined || status !== 'pending') return { view: first, work: null }
  // Reading it lets commits join that have landed on its branch, and then something else is asked than before.
  const read = await desk.pulls.read(pull)
  refuseUnread(read)
  const view = await desk.checkpoint(id)
  return { view, work: view.checkpoint.status === 'pending' ? workIn(read, view) : null }
}

/** What people have said is read without the repository, and nobody approves by that alone. */
export function refuseUnread({ unread }: Pick<PullView, 'unread'>): void {
  if (unread === undefined) return
  const { code, reason: message } = unread
  // A newer server may know more of them.
  throw new AppError(Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'git_failed', [], { message })
}

/** The same where it is approved without being shown: its commits may be there and its files not. */
export async function requireReadable(desk: Desk, view: PullView): Promise<void> {
  refuseUnread(view)
  await desk.pulls.diff(view.pull.id)
}

/** The same with all that changes in the work. A round stays what it is, however long ago it was looked for. */
export async function showWork(
  desk: Desk,
  { view, work }: Looked,
): Promise<{ readonly view: CheckpointView; readonly work: ShownWork | null }> {
  if (work === null) return { view, work }
  const diff = await desk.pulls.diff(work.view.pull.id, { round: work.round })
  return { view, work: { ...work, diff } }
}

/** The newest round may be another one: only what the content names may stand beside its hash. */
function workIn(view: PullView, { checkpoint: { content } }: CheckpointView): Work {
  const round = view.rounds.findLast(({ base, tree }) => base === content.base_commit && tree === content.tree)
  if (round !== undefined) return { view, round: round.number }
  const message = `Another round of ${view.pull.id} has arrived at this moment.`
  throw new AppError('head_moved', [], { message, details: { next: 'Look again: say the same once more.' } })
}
