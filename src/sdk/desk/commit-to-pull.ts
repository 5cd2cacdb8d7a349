import { refuseMerging, reviewerOf } from '../../engine/pull/pull-state.ts'
import { answeredBefore } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { linesOf } from '../../review/anchor.ts'
import { applySuggestions } from '../../review/apply-suggestions.ts'
import { joinLanded } from '../pull/join-landed.ts'
import { roundsOf } from '../pull/offer-round.ts'
import type { GivenCommit } from '../pull-desk.ts'
import { landCommit } from './land-commit.ts'
import type { Seat } from './seat.ts'
import { visiblePull, workspacesOf } from './visible-pull.ts'

/** Puts what a person changed on the branch, in one commit, and lets it join the review. */
export async function commitToPull(seat: Seat, given: GivenCommit) {
  const { by } = seat
  const workspaces = workspacesOf(seat)
  const pull = await joinLanded({ ...seat, workspaces }, await visiblePull(seat, given.pull))
  reviewerOf(pull, by, await seat.me())
  const before = await answeredBefore<Pull>(seat, seat.idempotency)
  if (before !== undefined) return { head: before.head, round: before.round }
  refuseMerging(pull)
  const suggestions = await suggested(seat, pull, given.suggestions ?? [])
  refuseBoth(suggestions, given.changes)
  const changes = { ...suggestions, ...given.changes }
  if (Object.keys(changes).length === 0) throw new AppError('invalid_input', [], { message: 'Nothing is changed.' })
  const message = given.message?.trim() || defaultMessage(given)
  const on = (await isUntouched(seat, pull, given)) ? pull.head : given.head
  return landCommit(seat, pull, { on, changes, message, applies: given.suggestions, mustChange: true })
}

/**
 * Whether a push that came while somebody edited has left their files as they were, byte for byte and in their kind: then the edit means the
 * same on the new head. Suggestions are about lines of the newest round, so that they say themselves what they are built on.
 */
async function isUntouched(seat: Seat, pull: Pull, { head, changes = {}, suggestions = [] }: GivenCommit) {
  if (head === pull.head || suggestions.length > 0) return false
  const rounds = await roundsOf(seat, pull.id)
  if (!rounds.some((round) => round.head === head)) return false
  const touched = await workspacesOf(seat).diff(pull.job, { from: head, to: pull.head })
  const paths = new Set(touched.flatMap(({ path, old_path }) => [path, ...(old_path === null ? [] : [old_path])]))
  return Object.keys(changes).every((path) => !paths.has(path))
}

async function suggested(seat: Seat, pull: Pull, ids: readonly ThreadId[]): Promise<Readonly<Record<string, string>>> {
  const threads: ReviewThread[] = []
  for (const id of ids) {
    const thread = (await seat.store.get('review_threads', id))?.row
    if (thread === undefined || thread.pull !== pull.id)
      throw new AppError('not_found', [], { message: `There is no thread ${id}.` })
    refuseUnfit(thread)
    threads.push(thread)
  }
  const byPath = Map.groupBy(await onBranch(seat, pull, threads), ({ place }) => place?.path)
  const changes: Record<string, string> = {}
  for (const [path, of] of byPath) {
    const bytes = path === undefined ? undefined : await workspacesOf(seat).read(pull.job, pull.head, path)
    if (path === undefined || bytes === undefined) {
      throw new AppError('not_found', [], { message: `The lines of ${of.map(({ id }) => id).join(', ')} are gone.` })
    }
    changes[path] = applySuggestions(
      textOf(path, bytes),
      of.flatMap(({ id, place, suggestion, anchor }) =>
        place === null || suggestion === null
          ? []
          : [{ id, first: place.first, last: place.last, quote: anchor?.quote ?? [], lines: linesOf(suggestion) }],
      ),
    )
  }
  return changes
}

/**
 * Lines are counted in what would be merged, and replaced on the branch. Where `main` has moved those are two texts, and the same lines have
 * other numbers in them.
 */
async function onBranch(
  seat: Seat,
  { job, base, head, tree }: Pull,
  threads: readonly ReviewThread[],
): Promise<readonly ReviewThread[]> {
  const shown = threads.flatMap(({ anchor, place }) =>
    anchor === null || place === null ? [] : [{ anchor: { ...anchor, ...place }, from: { base, tree } }],
  )
  const places = [...(await workspacesOf(seat).follow(job, { base, tree: head }, shown))]
  return threads.map((thread) =>
    thread.anchor === null || thread.place === null ? thread : { ...thread, place: places.shift() ?? null },
  )
}

/** What suggests nothing is not applied by anything, and what was is not on the branch. */
function refuseUnfit({ id, suggestion, anchor }: ReviewThread): void {
  if (suggestion === null) throw new AppError('invalid_input', [], { message: `Thread ${id} suggests nothing.` })
  if (anchor?.side !== 'old') return
  throw new AppError('invalid_input', [], { message: `The suggestion ${id} is about lines that were, not that are.` })
}

/** Whoever changes a file in another way at the same time means one of both. */
function refuseBoth(suggested: Readonly<Record<string, string>>, changes: GivenCommit['changes'] = {}): void {
  const both = Object.keys(suggested).find((path) => Object.hasOwn(changes, path))
  if (both === undefined) return
  throw new AppError('invalid_input', [], { message: `${both} is changed by a suggestion, and otherwise. Take one.` })
}

/** Every byte beside the suggested lines stays what it is, the mark at the beginning of some files included. */
function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const message = `${path} is not in UTF-8, so that no suggestion can be applied to it without changing the rest. Clone the branch and push.`
    throw new AppError('invalid_input', [], { message, cause })
  }
}

function defaultMessage({ suggestions = [], changes = {} }: GivenCommit): string {
  const paths = Object.keys(changes)
  if (paths.length === 0)
    return suggestions.length === 1 ? 'Apply a suggestion' : `Apply ${suggestions.length} suggestions`
  return paths.length === 1 ? `Change ${paths[0]}` : `Change ${paths.length} files`
}
