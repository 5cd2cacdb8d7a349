import type { HostedPull } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { findMerged } from './find-merged.ts'
import type { Hand } from './hand.ts'
import { hearReviews } from './hear-reviews.ts'
import type { Hearing } from './hearing.ts'
import { publishPull } from './publish-pull.ts'
import { takePushes } from './take-pushes.ts'
import { tellAnswers } from './tell-answers.ts'

/**
 * Brings one pull request and what the forge shows of it into step: shows the newest round, hears people, tells them what the agent did.
 * By the time that nobody else is at it, it may have ended.
 */
export async function tendPull(hearing: Hearing, id: PullId, hand: Hand): Promise<void> {
  const { forge } = hearing
  const published = await showPull(hearing, id)
  if (published === undefined) return
  const { pull, number } = published
  const shown = await forge.host.read(number)
  const found = await findMerged(hearing, pull, shown)
  if (found === 'recorded') return
  await noteStrayed(hearing, pull, found === 'unpermitted' ? UNPERMITTED : strayedIn(pull, shown, forge.main))
  await takePushes(hearing, pull, shown)
  const { reviews, threads } = await forge.host.reviews(number)
  await hearReviews(hearing, id, { reviews, threads, base: shown.base })
  await tellAnswers(hearing, { id, reviews, threads, hand })
}

/** Shows the newest round of a pull request, where it is not there yet; nothing where it has ended meanwhile. */
export async function showPull(
  hearing: Hearing,
  id: PullId,
): Promise<{ readonly pull: Pull; readonly number: number } | undefined> {
  const pull = (await hearing.store.get('pulls', id))?.row
  if (pull === undefined || !isTended(pull)) return undefined
  const { number } = await publishPull(hearing, hearing.forge, pull).catch((error: unknown) =>
    tellMoved(hearing, pull, error),
  )
  return { pull, number }
}

/** What nobody looks at is shown when it is merged; what is being merged is left alone. */
export function isTended({ status, offered, merge }: Pull): boolean {
  return status === 'open' && offered && merge === null
}

/** A push that the newest round here was not made on can't be joined with it, and stands in its way. Whoever made it has to know. */
async function tellMoved(hearing: Hearing, pull: Pull, error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'branch_moved' && pull.hosted !== undefined) {
    const { head } = await hearing.forge.host.read(pull.hosted.number)
    const strayed = `pushed ${head}: the newest round, ${pull.head.slice(0, 10)}, was made without it, and can't be shown until the branch is put back to ${pull.hosted.head.slice(0, 10)}`
    await runCommand(hearing, noteHost, { pull: pull.id, by: SYSTEM, note: { strayed } })
  }
  throw error
}

/** Whoever reads it has to look who else has the token. */
const UNPERMITTED = 'merged by our own account, though nobody has approved it here'

/** Only Leeway merges and closes there. Whatever else happened is told, and moves nothing here. */
async function noteStrayed(hearing: Hearing, pull: Pull, strayed: string | null): Promise<void> {
  if (strayed !== null) await runCommand(hearing, noteHost, { pull: pull.id, by: SYSTEM, note: { strayed } })
}

function strayedIn(pull: Pull, { state, base }: HostedPull, main: string): string | null {
  if (state === 'merged') return pull.merge === null ? 'merged' : null
  if (state === 'closed') return 'closed'
  return base === main
    ? null
    : `turned towards ${base}: what is approved there meanwhile does not count, because it is for ${main}`
}
