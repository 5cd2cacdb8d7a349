import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

const MOST_PAGES = 20
const PART_OF_ID = /^[A-Za-z0-9._:~-]{1,257}$/
/** How lists shorten an id: the word that it begins with, and its end. */
const SHORTENED = /^([A-Za-z0-9._:~-]{0,257})…([A-Za-z0-9._:~-]{1,257})$/

/** Gives what there is, page by page. */
type List<Place> = (
  after: Place | undefined,
) => Promise<{ readonly rows: readonly { readonly id: string }[]; readonly next: Place | null }>

/** A kind of thing that is named by an id: how its ids look, whether one is there, and where to look for the others. */
export interface Named<Id extends string, Place> {
  readonly what: string
  readonly id: { safeParse(text: string): { readonly success: true; readonly data: Id } | { readonly success: false } }
  /** The likeliest first. */
  readonly lists: readonly List<Place>[]
  /** Asked of a whole id first, where that is quicker than to look through the lists. */
  readonly isThere?: (id: Id) => Promise<boolean>
  /** What is said of an id that is not found, where only some are looked for; and what to do then. */
  readonly absent?: string
  readonly next?: string
}

/** The whole id that somebody means by it, by its beginning or by its end. Where it may be several, they are named. */
export async function meantId<Id extends string, Place>(given: string, named: Named<Id, Place>): Promise<Id> {
  refuseNoId(given, named.what)
  const parsed = named.id.safeParse(given)
  if (parsed.success && (await named.isThere?.(parsed.data))) return parsed.data
  for (const list of named.lists) {
    const [first, ...others] = await shortenedTo(list, given)
    // The word that all ids of a kind begin with names none of them, though there may be only one.
    if (first !== undefined && others.length === 0 && given !== wordOf(first)) return first as Id
    if (first !== undefined) {
      throw wrongCall(`${quote(given)} may be ${[first, ...others].slice(0, 5).join(', ')}. Write more of it.`)
    }
  }
  throw new AppError('not_found', [], {
    message: named.absent
      ? `No ${named.what} ${given} ${named.absent}.`
      : `There is no ${named.what} ${given}, or it is not yours to see.${tooShort(given)}`,
    details: { [named.what]: given, ...(named.next && { next: named.next }) },
  })
}

/** Refuses what can be no part of an id, whoever would have to be asked about it. */
export function refuseNoId(given: string, what: string): void {
  if (PART_OF_ID.test(given) || SHORTENED.test(given)) return
  throw wrongCall(`${quote(given)} is not the id of ${what === 'attempt' ? 'an' : 'a'} ${what}.`)
}

/** Ids of the same minute begin alike, so their ends count as well; a shorter end would be clear by chance only. */
const SHORTEST_END = 4

/** Said where an id was named by so little of its end that it was not looked for there. */
export function tooShort(given: string): string {
  return (SHORTENED.exec(given)?.[2] ?? given).length < SHORTEST_END
    ? ` Of the end of an id at least ${SHORTEST_END} characters are needed.`
    : ''
}

/** What all ids of its kind begin with. */
function wordOf(id: string): string {
  return id.slice(0, id.indexOf('_') + 1)
}

function isMeant(id: string, given: string): boolean {
  const [, word, end] = SHORTENED.exec(given) ?? []
  if (word !== undefined && end !== undefined) return id.startsWith(word) && isEnd(id, end)
  if (isEnd(id, given)) return true
  // What belongs to a job has a name of its own behind the job's, such as its branch.
  const own = id.includes(':') ? id.slice(id.indexOf(':') + 1) : id.slice(id.indexOf('_') + 1)
  return id.startsWith(given) || own.startsWith(given) || id.slice(id.indexOf('_') + 1).startsWith(given)
}

function isEnd(id: string, given: string): boolean {
  return given.length >= SHORTEST_END && id.endsWith(given)
}

/** Those of some ids that are shortened so; the one alone that is written whole. */
export function meantAmong<Id extends string>(ids: readonly Id[], given: string): readonly Id[] {
  const whole = ids.filter((id) => id === given)
  return whole.length > 0 ? whole : ids.filter((id) => isMeant(id, given))
}

/** The ids of a list that are shortened so. */
async function shortenedTo<Place>(list: List<Place>, given: string): Promise<readonly string[]> {
  const matches: string[] = []
  let after: Place | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, next } = await list(after)
    const meant = meantAmong(
      rows.map(({ id }) => id),
      given,
    )
    if (meant[0] === given) return meant
    matches.push(...meant)
    if (next === null) return matches
    after = next
  }
  return matches
}
