import type { ThreadId } from '../../src/model/ids.ts'
import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import type { UnsentReview } from '../../src/model/unsent-review.ts'
import { joinBeside } from './save-beside.ts'
import { asTyped, isSilent, type Kept } from './unsent.ts'

/** What the server has: what somebody keeps there, and what was submitted. */
export interface OnServer {
  readonly drafts: readonly Draft[]
  readonly unsent: UnsentReview
  readonly threads: readonly Pick<ReviewThread, 'id' | 'kind' | 'suggestion' | 'messages'>[]
}

/**
 * Joins what is on this page with what the server has. What the server never got is only here; what was written on another page is only
 * there; of a draft that both have, the one that was not saved yet is the newer. A draft that was submitted on another page is a thread
 * by now, and goes; where other words were written here, they go on as a new draft, with the id that `newId` gives them.
 */
export function joinUnsent(kept: Kept, { unsent, ...there }: OnServer, newId: (old: ThreadId) => ThreadId): Kept {
  return joinBeside(joinDrafts(kept, there, newId), unsent)
}

function joinDrafts(
  kept: Kept,
  { drafts, threads }: Omit<OnServer, 'unsent'>,
  newId: (old: ThreadId) => ThreadId,
): Kept {
  const saved = drafts.map(asTyped)
  const sent = new Map(threads.map((thread) => [thread.id, thread]))
  const there = new Map(saved.map((draft) => [draft.id, draft]))
  const again = new Map<ThreadId, ThreadId>()
  const goesOn = (draft: Draft, thread: OnServer['threads'][number]): readonly Draft[] => {
    const { kind, suggestion, messages } = thread
    const isSaid = isSilent(draft) || saysSame(draft, { kind, suggestion, text: messages[0]?.text ?? '' })
    // What was only read here was changed and submitted by its author elsewhere: nobody misses what it said before.
    if (isSaid || !kept.written.includes(draft.id)) return []
    const id = newId(draft.id)
    again.set(draft.id, id)
    return [{ ...draft, id }]
  }
  const own = kept.drafts.flatMap((draft) => {
    const thread = sent.get(draft.id)
    return thread === undefined ? stillThere(draft, kept, there.get(draft.id)) : goesOn(draft, thread)
  })
  const isHere = (id: ThreadId) => kept.removed.includes(id) || kept.drafts.some((draft) => draft.id === id)
  const joined = [...saved.filter(({ id }) => !isHere(id) && !sent.has(id)), ...own]
  if (joined.length === kept.drafts.length && joined.every((draft, at) => draft === kept.drafts[at])) return kept
  const written = own.filter((draft) => kept.drafts.includes(draft) && kept.written.includes(draft.id))
  return {
    ...kept,
    drafts: joined,
    isSaved: kept.isSaved && again.size === 0,
    written: [...written.map(({ id }) => id), ...again.values()],
    again: { ...followed(kept.again, again), ...Object.fromEntries(again) },
  }
}

/** A draft that nobody has submitted: as it is here, as it was changed elsewhere, or nothing where it was thrown away there. */
function stillThere(draft: Draft, { isSaved, written }: Kept, there: Draft | undefined): readonly Draft[] {
  // An open box without words is on this page alone.
  if (isSilent(draft) || (!isSaved && written.includes(draft.id))) return [draft]
  if (there === undefined) return []
  return [saysSame(draft, there) ? draft : there]
}

type Said = Pick<Draft, 'kind' | 'text' | 'suggestion'>

/** The server leaves out space around words, and a suggestion without any gets some on its way there. */
function saysSame(one: Draft, other: Said): boolean {
  const { kind, text, suggestion } = asTyped(one)
  return kind === other.kind && text.trim() === asTyped(other).text.trim() && suggestion === other.suggestion
}

function followed(before: Kept['again'], again: ReadonlyMap<ThreadId, ThreadId>): Kept['again'] {
  return Object.fromEntries(Object.entries(before).map(([old, id]) => [old, again.get(id) ?? id]))
}
