import type { SubmitReview } from '../../engine/pull/submit-review.ts'
import { roundAt } from '../../engine/tables.ts'
import type { Anchor } from '../../model/anchor.ts'
import type { ThreadId } from '../../model/ids.ts'
import type { OfferedRound, Pull, Round } from '../../model/pull.ts'
import type { Draft } from '../../model/review-thread.ts'
import type { Context } from '../context.ts'

type Kept = Pick<Context, 'store' | 'workspaces'>

/** Lines that somebody said something about, and in which round. */
interface Anchored {
  readonly thread: ThreadId
  readonly anchor: Anchor | null
  readonly round: number
}

/** Where the lines of every thread are in a new round. */
export async function placesIn(kept: Kept, pull: Pull, to: OfferedRound) {
  const found = await kept.store.find({ table: 'review_threads', index: 'by_pull', equals: [pull.id], limit: 1000 })
  const threads = found.map(({ row: { id, anchor, round } }) => ({ thread: id, anchor, round }))
  return follow(kept, pull, { to, threads })
}

/** Where the lines of drafts are in the newest round. A review may take longer than a round: what was written of an earlier one is followed. */
export function placesOfDrafts(
  kept: Kept,
  pull: Pull,
  drafts: readonly Draft[],
): Promise<NonNullable<SubmitReview['places']>> {
  const threads = drafts.map(({ id, anchor, round = pull.round }) => ({ thread: id, anchor, round }))
  return follow(kept, pull, { to: pull, threads: threads.filter(({ round }) => round < pull.round) })
}

async function follow(
  { store, workspaces }: Kept,
  pull: Pull,
  { to, threads }: { readonly to: Pick<OfferedRound, 'base' | 'tree'>; readonly threads: readonly Anchored[] },
) {
  const rounds = new Map<number, Round | undefined>()
  for (const number of new Set(threads.map(({ round }) => round))) {
    rounds.set(number, (await store.get('rounds', roundAt(pull.id, number)))?.row)
  }
  const anchored = threads.flatMap(({ thread, anchor, round }) => {
    const from = rounds.get(round)
    return anchor === null || from === undefined ? [] : [{ thread, anchor, from }]
  })
  if (anchored.length === 0) return []
  const places = await workspaces.follow(pull.job, { base: to.base, tree: to.tree }, anchored)
  return anchored.map(({ thread }, at) => ({ thread, place: places[at] ?? null }))
}
