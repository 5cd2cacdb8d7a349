import { expectPush } from '../../engine/pull/expect-push.ts'
import { joinPush } from '../../engine/pull/join-push.ts'
import { isAgentsTurn } from '../../engine/pull/pull-state.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { FileChanges } from '../../engine/workspaces.ts'
import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { askLanded, whileOthersLand } from '../pull/ask-landed.ts'
import { placesIn } from '../pull/follow-threads.ts'
import { putBackBranch } from '../pull/put-back-branch.ts'
import type { Seat } from './seat.ts'
import { visiblePull, workspacesOf } from './visible-pull.ts'

/** What a person puts on a branch that is under review. */
export interface Landed {
  /** The head that it was built on. */
  readonly on: string
  readonly changes: FileChanges
  readonly message: string
  /** Threads whose suggestions it applies. */
  readonly applies?: readonly ThreadId[] | undefined
  /** Refused where the files say so already: whoever gave it believes that something changes. */
  readonly mustChange?: boolean
}

/** Commits to the branch of a pull request in a person's name, and lets that join the review. */
export async function landCommit(seat: Seat, pull: Pull, { on, changes, message, applies, mustChange }: Landed) {
  const { by, store } = seat
  // Not answered under the caller's key, which is for what comes in the end, but with it: somebody else may have to give that answer.
  const expected = { pull: pull.id, by, on, applies, under: seat.idempotency }
  const beforeMoving = async (to: string) => {
    await runCommand(seat, expectPush, { ...expected, to })
    seat.crashPoint?.('landing:expected')
  }
  await putBackReviewed(seat, pull)
  const commit = { branch: pull.branch, on, changes, message, by, at: store.now(), beforeMoving }
  const head = await workspacesOf(seat).commit(pull.job, commit)
  if (mustChange === true && head === on) {
    throw new AppError('invalid_input', [], {
      message: 'That changes nothing: the files on the branch say so already.',
    })
  }
  seat.crashPoint?.('landing:landed')
  const joined = await joinBranch(seat, pull, on)
  seat.crashPoint?.('landing:joined')
  return joined
}

/** While the agent is at work there may have been more on the branch than the pull request knows of: that is not taken away by putting it back. */
async function putBackReviewed(seat: Seat, pull: Pull): Promise<void> {
  const checkpoint = pull.checkpoint === null ? undefined : (await seat.store.get('checkpoints', pull.checkpoint))?.row
  if (checkpoint !== undefined && !isAgentsTurn(checkpoint))
    await putBackBranch({ ...seat, workspaces: workspacesOf(seat) }, pull)
}

/** What stands on the branch by now is the next round. A push is joined whichever way it came. */
export function joinBranch(seat: Seat, { id }: Pull, on: string) {
  const workspaces = workspacesOf(seat)
  return whileOthersLand(async () => {
    const pull = await visiblePull(seat, id)
    const round = await workspaces.offer(pull.job, pull.branch)
    const places = await placesIn({ store: seat.store, workspaces }, pull, round)
    const asked = await askLanded({ workspaces }, pull, round)
    const after = await seat.run(joinPush, { pull: id, by: seat.by, on, round, places, asked })
    return { head: after.head, round: after.round }
  })
}
