import { beginningOf } from '../../model/beginning-of.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import type { Pull } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import { halfCharacterIn } from '../../model/refuse-half-characters.ts'

/** What a pull request says of itself, in the agent's own words. */
export type PullWords = Pick<Pull, 'title' | 'description'>

/** What the agent says newly of it; what is left out or blank stays as it was said before. */
export interface SaidWords {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** It becomes the first line of a commit and the head of a page. */
export const LONGEST_TITLE = 200

/** It becomes the message of a commit, which nobody could read if it were endless, and a forge cuts it in ways of its own. */
const LONGEST_DESCRIPTION = 50_000

/** What a terminal obeys instead of showing it. */
const CONTROL = /(?![\t\n\r])\p{Control}/u
const LINE_END = /[\n\r\u2028\u2029]/

/** Refuses words that can not be kept as they are, or that show something else than they say. */
export function refuseUnfitWords({ title = '', description = '' }: SaidWords): void {
  refuseUnshowable(TITLE, title)
  refuseUnshowable({ what: 'description', path: '/description' }, description)
  if (LINE_END.test(title))
    throw unfit(TITLE, 'invalid_value', `${quote(title)} has more than one line. Put the rest into the description.`)
  if (title.length <= LONGEST_TITLE) return
  const long = `${quote(title)} has ${title.length} characters, and at most ${LONGEST_TITLE} are taken.`
  throw unfit(TITLE, 'too_large', `${long} Put the rest into the description.`)
}

/** The same of what the agent answers people: they read it where they read what they said themselves. */
export function refuseUnfitAnswers(given: readonly { readonly to: string; readonly text: string }[]): void {
  for (const { to, text } of given) refuseUnshowable({ what: `answer to ${to}`, path: '/answers' }, text)
}

/** What is said, for people, and where it stands. */
interface Place {
  readonly what: string
  readonly path: string
}

const TITLE: Place = { what: 'title', path: '/title' }

/** Types are stripped where an agent runs, so that it may be anything. */
function refuseUnshowable(place: Place, text: unknown): void {
  if (typeof text !== 'string') throw unfit(place, 'invalid_type', `is ${kindOf(text)}. Say it as a text.`)
  const half = halfCharacterIn(text)
  if (half !== undefined) throw unfit(place, 'bad_encoding', half)
  const at = text.search(CONTROL)
  if (at === -1) return
  const message = `${placeOf(text, at)} has the control character ${quote(text.charAt(at))}. Remove it: only tabs and the ends of lines are taken.`
  throw unfit(place, 'hidden_character', message)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A few words around what is wrong, which may stand far behind the beginning. */
function placeOf(text: string, at: number): string {
  return quote(text.slice(Math.max(0, at - 20), at + 20))
}

function unfit({ what, path }: Place, code: Problem['code'], message: string): AppError {
  return new AppError('invalid_input', [{ code, message: `The ${what} ${message}`, path }])
}

/** A description as it is kept. */
export function shortened(text: string): string {
  return text.length > LONGEST_DESCRIPTION ? `${beginningOf(text, LONGEST_DESCRIPTION)}\n\n(cut)` : text
}

/** What is new of what the agent says; the log says nothing twice. */
export function newWords(before: PullWords, { title = '', description = '' }: SaidWords): Partial<PullWords> {
  const now = { title, description: shortened(description) }
  const isNew = (word: keyof PullWords) => now[word].trim() !== '' && now[word] !== before[word]
  return {
    ...(isNew('title') && { title: now.title }),
    ...(isNew('description') && { description: now.description }),
  }
}
