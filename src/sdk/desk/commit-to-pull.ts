import { isAgentsTurn, refuseMerging, reviewerOf } from '../../engine/pull/pull-state.ts'
import { answeredBefore } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
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
  const on = await builtOn(seat, pull, { ...given, changes })
  return landCommit(seat, pull, { on, changes, message, applies: given.suggestions, mustChange: true })
}

/**
 * The commit that an edit stands on. People edit what they were shown, and something newer may stand on the branch: a push that came meanwhile,
 * or what the agent has done in its turn. Where that has left the edited files as they were, byte for byte and in their kind, the edit means the
 * same there. Suggestions are about lines of the newest round.
 */
async function builtOn(seat: Seat, pull: Pull, { head, changes = {}, suggestions = [] }: GivenCommit): Promise<string> {
  const newest = await newestOn(seat, pull)
  const isShown = head === pull.head || (suggestions.length === 0 && (await wasRound(seat, pull, head)))
  if (head === newest) return head
  if (suggestions.length > 0 && head !== pull.head && (await wasRound(seat, pull, head))) throw otherLines(pull)
  if (!isShown) return head
  const touched = await workspacesOf(seat).diff(pull.job, { from: head, to: newest })
  const paths = new Set(touched.flatMap(({ path, old_path }) => [path, ...(old_path === null ? [] : [old_path])]))
  const under = Object.keys(changes).filter((path) => [...paths].some((other) => isInTheWay(path, other)))
  if (under.length === 0) return newest
  if (newest === pull.head) throw changedSince(pull, under)
  const message = `The agent is at work on ${under.map(quote).join(', ')}. Wait for its next round, or clone the branch and push to it.`
  throw new AppError('head_moved', [], { message })
}

/** Whoever edits in a browser has nothing to fetch. */
function changedSince({ round }: Pull, paths: readonly string[]): AppError {
  const [are, them] = paths.length === 1 ? ['has', 'it'] : ['have', 'them']
  const message = `${paths.map(quote).join(', ')} ${are} changed since: round ${round} brought ${them} anew. Look at that round, and put your change into what stands there.`
  return new AppError('head_moved', [], { message })
}

function otherLines({ round }: Pull): AppError {
  const message = `Round ${round} has arrived since. Look at it, and apply there what still fits.`
  return new AppError('head_moved', [], { message })
}

/** The same file, or a file where the other has a folder. */
function isInTheWay(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`)
}

/** In its turn the agent is ahead of what people were shown. */
async function newestOn(seat: Seat, { checkpoint, job, branch, head }: Pull): Promise<string> {
  const asked = checkpoint === null ? undefined : (await seat.store.get('checkpoints', checkpoint))?.row
  return isAgentsTurn(asked) ? ((await workspacesOf(seat).head(job, branch)) ?? head) : head
}

async function wasRound(seat: Seat, { id }: Pull, head: string): Promise<boolean> {
  return (await roundsOf(seat, id)).some((round) => round.head === head)
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
      path,
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
