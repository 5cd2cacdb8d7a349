import type { ThreadId } from '../../src/model/ids.ts'
import type { Draft, FileVerdict } from '../../src/model/review-thread.ts'
import { DRAFTS } from '../data/forget-drafts.ts'

/** What somebody has written about a pull request and not submitted yet. */
export interface Unsent {
  readonly drafts: readonly Draft[]
  readonly verdicts: readonly FileVerdict[]
  /** What it comes to, in words. */
  readonly text: string
  /** What is being written in threads, by their ids. */
  readonly replies: Readonly<Record<string, Reply>>
}

/** Words for a thread that nobody has seen yet. */
export interface Reply {
  readonly wants: 'reply' | 'reopen'
  readonly text: string
}

/** The same as this browser keeps it. */
export interface Kept extends Unsent {
  readonly at: number
  /** Whether the server has the drafts too. */
  readonly isSaved: boolean
  /** Drafts that were changed here; the others are as the server has them. */
  readonly written: readonly ThreadId[]
  /** Drafts that were thrown away since the server last had them all. */
  readonly removed: readonly ThreadId[]
  /** Under which id the words of a draft go on that was submitted elsewhere. */
  readonly again: Readonly<Record<string, ThreadId>>
}

const NONE = { drafts: [], verdicts: [], text: '', replies: {} }
const NOTHING: Kept = { ...NONE, at: 0, isSaved: true, written: [], removed: [], again: {} }

/** Where the words on a pull request are kept in this browser. */
export function unsentKey(pull: string): string {
  return `${DRAFTS}${pull}`
}

/** Reads what this browser has kept. */
export function readUnsent(storage: Pick<Storage, 'getItem'>, pull: string): Kept {
  try {
    const kept: unknown = JSON.parse(storage.getItem(unsentKey(pull)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? withoutEmpty({ ...NOTHING, ...kept }) : NOTHING
  } catch {
    return NOTHING
  }
}

/** A box in which nothing was written is not opened again. Of what the server has, its own words are the truth. */
function withoutEmpty(kept: Kept): Kept {
  const replies = Object.entries(kept.replies).filter(([, { text }]) => text.trim() !== '')
  const emptied = kept.isSaved ? [] : kept.drafts.filter(isSilent).map(({ id }) => id)
  return {
    ...kept,
    drafts: kept.drafts.filter((draft) => !isSilent(draft)),
    replies: Object.fromEntries(replies),
    written: kept.isSaved ? [] : kept.written,
    removed: [...kept.removed, ...emptied],
    again: {},
  }
}

/** Notes a change: what was thrown away is remembered until the server knows. */
export function changeUnsent(before: Kept, change: Partial<Unsent>, now: number): Kept {
  const after = { ...before, ...change, at: now }
  if (change.drafts === undefined) return after
  const gone = before.drafts.filter(({ id }) => !after.drafts.some((draft) => draft.id === id)).map(({ id }) => id)
  const changed = after.drafts.filter((draft) => !before.drafts.includes(draft)).map(({ id }) => id)
  const written = [...new Set([...before.written, ...changed])].filter((id) => !gone.includes(id))
  return { ...after, isSaved: false, written, removed: [...before.removed, ...gone] }
}

/** Notes that a review was submitted. It says nothing in threads that are there already: what is being written in them stays. */
export function afterReview(before: Kept, sent: readonly ThreadId[], now: number): Kept {
  const drafts = before.drafts.filter((draft) => !sent.includes(draft.id) && !isSilent(draft))
  const isSaved = drafts.length === 0 || before.isSaved
  return { ...before, drafts, verdicts: [], text: '', at: now, isSaved, removed: [] }
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
  return suggestion !== null && suggestion.replace(/\n$/, '') === anchor?.quote.join('\n')
}

/** What the server has to know to have what is here, and nothing of what was written elsewhere. */
export function toSave({ drafts, removed }: Pick<Kept, 'drafts' | 'removed'>) {
  const kept = saying(drafts)
  const silent = drafts.filter(({ id }) => kept.every((draft) => draft.id !== id)).map(({ id }) => id)
  return { drafts: [...kept], removed: [...removed, ...silent] }
}

/** A suggestion speaks for itself, and a thread begins with words. */
export function withWords(draft: Draft): Draft {
  return draft.text.trim() === '' ? { ...draft, text: 'Suggested change.' } : draft
}
