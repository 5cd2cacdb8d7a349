import type { UnsentChange, UnsentReview } from '../../src/model/unsent-review.ts'
import { type Part, partsOf, unsentOf } from './parts-of-unsent.ts'

/** What a page has of a review beside comments. */
export interface Beside extends UnsentReview {
  /** What of it the server does not have so yet, by its name: it was written or thrown away here. */
  readonly unsaved: readonly string[]
}

/** The names of all that somebody has begun beside comments. */
export function namesBeside(unsent: UnsentReview): readonly string[] {
  return [...partsOf(besideOf(unsent)).keys()]
}

/** Whether a name is that of something else than a comment. */
export function isBeside(name: string): boolean {
  return !name.startsWith('draft ')
}

/** What the server has to know to have it as it is here. An open box without words is on this page alone. */
export function changeBeside({ text, verdicts, replies, unsaved: names }: Beside): UnsentChange {
  const parts = partsOf({ text, verdicts, replies })
  const there = names.flatMap((name) => parts.get(name) ?? [])
  const given = unsentOf(there.filter((part) => !isOpenBox(part)))
  const gone = names.filter((name) => !parts.has(name) || isOpenBox(parts.get(name)))
  const unjudged = gone.flatMap((name) => judgedIn(name) ?? [])
  const silent = gone.flatMap((name) => threadIn(name) ?? []).map((thread) => [thread, null] as const)
  return {
    ...(names.includes('text') && { text }),
    ...(given.verdicts.length > 0 && { verdicts: given.verdicts }),
    ...(unjudged.length > 0 && { unjudged }),
    ...((silent.length > 0 || there.some(({ is }) => is === 'reply')) && {
      replies: { ...given.replies, ...Object.fromEntries(silent) },
    }),
  }
}

/** Notes that the server has it as it was sent; what was written since it does not have. */
export function savedBeside<K extends Beside>(kept: K, sent: Beside): K {
  const [here, there] = [partsOf(besideOf(kept)), partsOf(besideOf(sent))]
  const isSaved = (name: string) => sent.unsaved.includes(name) && here.get(name)?.value === there.get(name)?.value
  return { ...kept, unsaved: kept.unsaved.filter((name) => !isSaved(name)) }
}

function besideOf({ text, verdicts, replies }: UnsentReview): UnsentReview {
  return { text, verdicts, replies }
}

/**
 * Joins what somebody has begun here beside comments with what the server has: what it never got counts as it is here, and everything
 * else as it is there, for it may have been changed, thrown away or submitted on another page.
 */
export function joinBeside<K extends Beside>(kept: K, saved: UnsentReview): K {
  const [here, there] = [partsOf(besideOf(kept)), partsOf(saved)]
  const names = [...new Set([...here.keys(), ...there.keys()])]
  const parts = names.flatMap((name) => {
    const [is, was] = [here.get(name), there.get(name)]
    if (kept.unsaved.includes(name) || isOpenBox(is)) return is ?? []
    return (is !== undefined && was !== undefined && isSame(is, was) ? is : was) ?? []
  })
  const isAsBefore = parts.length === here.size && parts.every((part) => [...here.values()].includes(part))
  if (isAsBefore) return kept
  const { drafts: _none, ...joined } = unsentOf(parts)
  return { ...kept, ...joined }
}

/** Which part a verdict was about that is there no more; no hash has a space. */
function judgedIn(name: string): { readonly path: string; readonly hunk: string | null } | undefined {
  const [, path, hunk] = /^verdict (.*) (\S*)$/s.exec(name) ?? []
  return path === undefined ? undefined : { path, hunk: hunk || null }
}

function threadIn(name: string): string | undefined {
  return /^reply (.*)$/s.exec(name)?.[1]
}

function isOpenBox(part: Part | undefined): boolean {
  return part?.is === 'reply' && part.value.text.trim() === ''
}

function isSame(one: Part, other: Part): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other.value)
}
