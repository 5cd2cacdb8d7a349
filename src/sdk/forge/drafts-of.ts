import type { HostReview, HostThread, Workspaces } from '../../engine/ports.ts'
import { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Anchor, Draft, ThreadKind } from '../../model/review-thread.ts'
import { type AnchorPlace, makeAnchor } from '../../review/anchor.ts'

/** What a comment weighs follows from the review that it came with: forges have no word for it. */
const KINDS: Readonly<Record<HostReview['answer'], ThreadKind>> = {
  request_changes: 'blocking',
  comment: 'question',
  approve: 'nit',
}

/** The id that a thread of a forge has here; the same thread always has the same one. */
export function threadIdOf(forge: string, { id }: Pick<HostThread, 'id'>): ThreadId {
  return ThreadId.parse(`thr_${forge}_${id}`)
}

/** The threads that were begun in a review, as drafts of it. */
export async function draftsOf(workspaces: Workspaces, pull: Pull, said: SaidThere): Promise<readonly Draft[]> {
  const { forge, answer, threads } = said
  const drafts: Draft[] = []
  for (const thread of threads) {
    const anchor = await anchorOf(workspaces, pull, thread)
    const words = thread.messages[0]?.text.trim() || '(nothing)'
    // What can't be anchored for sure says itself where it was meant to be.
    const text = anchor === null ? `${whereOf(thread)}: ${words}` : words
    drafts.push({
      id: threadIdOf(forge, thread),
      kind: KINDS[answer],
      text: text.slice(0, 20_000),
      anchor,
      suggestion: null,
    })
  }
  return drafts
}

function whereOf({ path, lines }: HostThread): string {
  return lines === null ? `${path} (the whole file)` : `${path}:${lines.last}`
}

interface SaidThere {
  readonly forge: string
  readonly answer: HostReview['answer']
  readonly threads: readonly HostThread[]
}

/** Anchors a comment to our own copy of the lines, and only when they are what the forge showed. */
async function anchorOf(workspaces: Workspaces, pull: Pull, thread: HostThread): Promise<Anchor | null> {
  const { path, side, lines, quote } = thread
  if (lines === null) return null
  const { job, head, base, tree } = pull
  // A forge shows the branch, beside where it left `main`; here it is what would be merged. Where `main` has moved those are two texts.
  const isBehind = !(await workspaces.holds(job, head, base))
  if (isBehind && side === 'old') return null
  const there = await anchorIn(workspaces, pull, { path, side, ...lines, commit: side === 'new' ? head : base })
  if (there === null || !isSame(there.quote, quote)) return null
  if (!isBehind) return there
  const [place = null] = await workspaces.follow(job, { base, tree }, [{ anchor: there, from: { base, tree: head } }])
  return place && anchorIn(workspaces, pull, { ...place, side, commit: tree })
}

async function anchorIn(workspaces: Workspaces, { job }: Pull, place: AnchorPlace): Promise<Anchor | null> {
  const bytes = await workspaces.read(job, place.commit, place.path).catch(() => undefined)
  if (bytes === undefined) return null
  try {
    const { commit: _commit, ...anchor } = makeAnchor(place, new TextDecoder().decode(bytes))
    return anchor
  } catch {
    return null
  }
}

/** A forge that shows no lines can't contradict ours. */
function isSame(ours: readonly string[], theirs: readonly string[]): boolean {
  return theirs.length === 0 || (ours.length === theirs.length && ours.every((line, at) => line === theirs[at]))
}
