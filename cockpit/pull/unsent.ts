import type { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { Reply } from '../../src/model/unsent-review.ts'
import { suggesting } from '../../src/review/suggesting.ts'
import { partsOf, type Unsent } from './parts-of-unsent.ts'
import { linesOf } from './row.ts'
import { type Beside, isBeside, namesBeside } from './save-beside.ts'

/** The same as this browser keeps it. */
export interface Kept extends Unsent, Beside {
  readonly at: number
  /** Whether the server has the drafts too. */
  readonly isSaved: boolean
  /** Drafts that were changed here; the others are as the server has them. */
  readonly written: readonly ThreadId[]
  /** Drafts that were thrown away since the server last had them all. */
  readonly removed: readonly ThreadId[]
  /** Under which id the words of a draft go on that was submitted elsewhere. */
  readonly again: Readonly<Record<string, ThreadId>>
  /** When which part was written here, or thrown away: of two pages of this browser the newer word counts. */
  readonly changed: Readonly<Record<string, number>>
}

const NONE = { drafts: [], verdicts: [], text: '', replies: {} }
/** What a page begins with on which nobody has written anything. */
export const NOTHING: Kept = {
  ...NONE,
  at: 0,
  isSaved: true,
  written: [],
  removed: [],
  unsaved: [],
  again: {},
  changed: {},
}

/** Reads what a page has kept. */
export function readUnsent(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return typeof kept === 'object' && kept !== null
      ? withoutEmpty(withUnsaved({ ...NOTHING, ...kept }, kept))
      : NOTHING
  } catch {
    return NOTHING
  }
}

/** What was kept before the server kept more than comments, it never got. */
function withUnsaved(kept: Kept, found: object): Kept {
  // Words that nobody wrote are none, and must not take the place of some that were.
  const unsaved = namesBeside(kept).filter((name) => name !== 'text' || kept.text !== '')
  return 'unsaved' in found ? kept : { ...kept, unsaved }
}

/** A box in which nothing was written is not opened again. Of what the server has, its own words are the truth. */
function withoutEmpty(kept: Kept): Kept {
  const replies = Object.entries(kept.replies).filter(([, { text }]) => text.trim() !== '')
  const emptied = kept.isSaved ? [] : kept.drafts.filter(isSilent).map(({ id }) => id)
  return {
    ...kept,
    drafts: kept.drafts.map(asTyped).filter((draft) => !isSilent(draft)),
    replies: Object.fromEntries(replies),
    written: kept.isSaved ? [] : kept.written,
    removed: [...kept.removed, ...emptied],
    again: {},
  }
}

/** Notes a change: what was thrown away is remembered until the server knows. */
export function changeUnsent(before: Kept, change: Partial<Unsent>, now: number): Kept {
  const names = changedIn(before, change)
  const after = {
    ...{ ...before, ...change, at: now, changed: at(before, names, now) },
    unsaved: [...new Set([...before.unsaved, ...names.filter(isBeside)])],
  }
  if (change.drafts === undefined) return after
  const gone = before.drafts.filter(({ id }) => !after.drafts.some((draft) => draft.id === id)).map(({ id }) => id)
  const changed = after.drafts.filter((draft) => !before.drafts.includes(draft)).map(({ id }) => id)
  const written = [...new Set([...before.written, ...changed])].filter((id) => !gone.includes(id))
  return { ...after, isSaved: false, written, removed: [...before.removed, ...gone] }
}

/** The names of all that a change writes, or throws away. */
function changedIn(before: Kept, change: Partial<Unsent>): readonly string[] {
  const spoken = Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof Unsent]]))
  const [was, is] = [partsOf(spoken), partsOf(change)]
  const names = [...new Set([...was.keys(), ...is.keys()])]
  return names.filter((name) => was.get(name)?.value !== is.get(name)?.value)
}

/** Notes the time beside them. */
function at({ changed }: Kept, names: readonly string[], now: number): Kept['changed'] {
  return { ...changed, ...Object.fromEntries(names.map((name) => [name, now])) }
}

/** Notes that a review was submitted. It says nothing in threads that are there already: what is being written in them stays. */
export function afterReview(before: Kept, sent: readonly ThreadId[], now: number): Kept {
  const drafts = before.drafts.filter((draft) => !sent.includes(draft.id) && !isSilent(draft))
  // What was thrown away and is not known to be gone would come back from the server; so would a box that was emptied.
  const emptied = before.drafts.filter((draft) => !sent.includes(draft.id) && isSilent(draft)).map(({ id }) => id)
  const removed = before.isSaved ? [] : [...before.removed, ...emptied]
  const isSaved = before.isSaved || (drafts.length === 0 && removed.length === 0)
  const change = { drafts, verdicts: [], text: '' }
  const names = changedIn(before, change)
  // The server lets go of the words that it has as they were sent. Others that it has come from another page, and are still to be sent.
  const unsaved = names.filter(
    (name) => name.startsWith('verdict ') || (name === 'text' && before.unsaved.includes(name)),
  )
  return {
    ...{ ...before, ...change, at: now, isSaved, removed, changed: at(before, names, now) },
    unsaved: [...new Set([...before.unsaved, ...unsaved])],
  }
}

/** Notes what is written in a thread, or that nothing is any more. */
export function withReply(replies: Unsent['replies'], thread: string, reply: Reply | null): Unsent['replies'] {
  const others = Object.entries(replies).filter(([id]) => id !== thread)
  return Object.fromEntries(reply === null ? others : [...others, [thread, reply]])
}

/** Drafts that say something; an empty one is only an open box. */
export function saying(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter((draft) => !isSilent(draft)).map(withWords)
}

/** Neither words nor other lines. */
export function isSilent(draft: Draft): boolean {
  return draft.text.trim() === '' && (draft.suggestion === null || changesNothing(draft))
}

/** Lines that were taken up to be changed, and were not. A line end more is no change. */
export function changesNothing({ suggestion, anchor }: Pick<Draft, 'suggestion' | 'anchor'>): boolean {
  return suggestion !== null && anchor !== null && suggesting(linesOf(suggestion)) === suggesting(anchor.quote)
}

/** What the server has to know to have what is here, and nothing of what was written elsewhere. */
export function toSave({ drafts, removed }: Pick<Kept, 'drafts' | 'removed'>) {
  const kept = saying(drafts)
  const silent = drafts.filter(({ id }) => kept.every((draft) => draft.id !== id)).map(({ id }) => id)
  return { drafts: [...kept], removed: [...removed, ...silent] }
}

const SPEAKS = 'Suggested change.'

/** A suggestion speaks for itself, and a thread begins with words. */
function withWords(draft: Draft): Draft {
  return draft.text.trim() === '' ? { ...draft, text: SPEAKS } : draft
}

/** The same as it was typed: words that stand there only because a thread begins with some are nobody's. */
export function asTyped<D extends Pick<Draft, 'text' | 'suggestion'>>(draft: D): D {
  return draft.suggestion !== null && draft.text.trim() === SPEAKS ? { ...draft, text: '' } : draft
}
