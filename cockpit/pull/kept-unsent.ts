import { DRAFTS } from '../data/forget-drafts.ts'
import { keepDraft } from '../data/keep-draft.ts'
import { joinKept } from './join-kept.ts'
import { type Kept, NOTHING, readUnsent } from './unsent.ts'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Whose words: those of one page, on one pull request. Each page writes in a place of its own, so that none overwrites another's. */
export interface Place {
  readonly pull: string
  readonly page: string
}

/** Notes what a page has. */
export function keepUnsent(shelf: Shelf, place: Place, kept: Kept): Kept {
  keepDraft(shelf, nameOf(place), kept)
  return kept
}

/** Takes over what other pages have left; one that is still open writes its own again as soon as something changes on it. */
export function takeUnsent(shelf: Shelf, place: Place): Kept {
  const names = namesIn(shelf).filter((name) => name.startsWith(nameOf({ ...place, page: '' })))
  const found = names.map((name) => readUnsent(shelf.getItem(name)))
  if (found.length === 0) return NOTHING
  const all = found.reduce(joinKept)
  // Where there is no room for both, what others have left stays where it is.
  if (!keepDraft(shelf, nameOf(place), all)) return all
  for (const name of names) if (name !== nameOf(place)) shelf.removeItem(name)
  return all
}

function nameOf({ pull, page }: Place): string {
  return `${DRAFTS}${pull} ${page}`
}

function namesIn(shelf: Shelf): readonly string[] {
  return Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? '')
}
