import type { HostReview, HostThread, Workspaces } from '../../engine/ports.ts'
import { Anchor } from '../../model/anchor.ts'
import { type JobId, ThreadId } from '../../model/ids.ts'
import type { Pull, Round } from '../../model/pull.ts'
import type { Draft, ThreadKind } from '../../model/review-thread.ts'
import { type AnchorPlace, makeAnchor } from '../../review/anchor.ts'
import { findSecret } from '../../review/find-secret.ts'
import { roundsOf } from '../pull/offer-round.ts'
import type { Hearing } from './hearing.ts'
import { wordsOf } from './words-of.ts'

/** What a comment weighs follows from the review that it came with: forges have no word for it. */
const KINDS: Readonly<Record<HostReview['answer'], ThreadKind>> = {
  request_changes: 'blocking',
  comment: 'question',
  approve: 'nit',
}

/** A review, with the threads that were begun in it. */
export interface Begun {
  readonly review: HostReview
  readonly threads: readonly HostThread[]
}

/** The id that a thread of a forge has here; the same thread always has the same one. */
export function threadIdOf(forge: string, { id }: Pick<HostThread, 'id'>): ThreadId {
  return ThreadId.parse(`thr_${forge}_${id}`)
}

/** The id of the thread that holds what a review says of the whole, where that is one. */
export function wholeIdOf(forge: string, { id }: Pick<HostReview, 'id'>): ThreadId {
  return ThreadId.parse(`thr_${forge}_review_${id}`)
}

/** The threads that were begun in a review, as drafts of it. */
export async function draftsOf(hearing: Hearing, pull: Pull, { review, threads }: Begun): Promise<readonly Draft[]> {
  const { forge, workspaces } = hearing
  const rounds = await roundsOf(hearing, pull.id)
  // What a dismissed review was before is no matter any more; what it asked is.
  const kind = review.voided === 'dismissed' ? 'question' : KINDS[review.answer]
  const drafts: Draft[] = []
  for (const thread of threads) {
    const commit = thread.commit || review.commit
    const round = roundAt(rounds, commit)
    const anchor = round === undefined ? null : await anchorOf(workspaces, { job: pull.job, round }, thread)
    // What can't be anchored for sure says itself where it was meant to be.
    const lead =
      anchor === null ? `${whereOf(thread)}${commit === pull.head ? '' : ` of ${commit.slice(0, 10)}`}: ` : ''
    const text = wordsOf(thread.messages[0]?.text.trim() || '(nothing)', pull.hosted?.url ?? '', lead)
    drafts.push({ id: threadIdOf(forge.host.kind, thread), kind, text, anchor, suggestion: null, round: round?.number })
  }
  return drafts
}

/** What a review says of the whole, as a draft that is a thread of its own. */
export async function wholeOf(
  hearing: Hearing,
  pull: Pull,
  { review, text, kind }: { readonly review: HostReview; readonly text: string; readonly kind: ThreadKind },
): Promise<Draft> {
  const { commit } = review
  const round = roundAt(await roundsOf(hearing, pull.id), commit)?.number
  const lead =
    commit === pull.head || commit === '' ? '' : `Of ${commit.slice(0, 10)}${round ? ` (round ${round})` : ''}: `
  const words = wordsOf(text, pull.hosted?.url ?? '', lead)
  return { id: wholeIdOf(hearing.forge.host.kind, review), kind, text: words, anchor: null, suggestion: null, round }
}

/** The newest, where the same commit was offered on another base again. */
function roundAt(rounds: readonly Round[], commit: string): Round | undefined {
  return rounds.findLast(({ head }) => head === commit)
}

function whereOf({ path, lines }: HostThread): string {
  return lines === null ? `${path} (the whole file)` : `${path}:${lines.last}`
}

interface OfRound {
  readonly job: JobId
  readonly round: Round
}

/** Anchors a comment to our own copy of the lines, and only when they are what the forge showed. */
async function anchorOf(workspaces: Workspaces, { job, round }: OfRound, thread: HostThread): Promise<Anchor | null> {
  const { path, side, lines, quote } = thread
  if (lines === null) return null
  const { head, base, tree } = round
  // A forge shows the branch, beside where it left `main`; here it is what would be merged. Where `main` has moved those are two texts.
  const isBehind = !(await workspaces.holds(job, head, base))
  if (isBehind && side === 'old') return null
  const there = await anchorIn(workspaces, job, { path, side, ...lines, commit: side === 'new' ? head : base })
  if (there === null || !isSame(there.quote, quote)) return null
  if (!isBehind) return there
  const [place = null] = await workspaces.follow(job, { base, tree }, [{ anchor: there, from: { base, tree: head } }])
  return place && anchorIn(workspaces, job, { ...place, side, commit: tree })
}

/** Null also for lines that nobody could keep: endless ones, and such with a secret in them. */
async function anchorIn(workspaces: Workspaces, job: JobId, place: AnchorPlace): Promise<Anchor | null> {
  const bytes = await workspaces.read(job, place.commit, place.path).catch(() => undefined)
  if (bytes === undefined) return null
  try {
    const { commit: _commit, ...anchor } = makeAnchor(place, new TextDecoder().decode(bytes))
    return findSecret(anchor) === undefined ? (Anchor.safeParse(anchor).data ?? null) : null
  } catch {
    return null
  }
}

/** A forge that shows no lines can't contradict ours. */
function isSame(ours: readonly string[], theirs: readonly string[]): boolean {
  return theirs.length === 0 || (ours.length === theirs.length && ours.every((line, at) => line === theirs[at]))
}
