import * as z from 'zod'
import { quote } from '../../model/quote.ts'
import { foldCase, words } from './words.ts'

/**
 * Words that stand next to each other, whole and in any case: `data loss`. A word may be one of several, `error|denied`,
 * and a star lets it go on: `fail*` is also failed and failure.
 */
export const Phrase = z
  .string()
  .max(200)
  .superRefine((phrase, context) => {
    const message = whyNotAPhrase(phrase)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
export type Phrase = z.infer<typeof Phrase>

interface Word {
  readonly stem: string
  readonly goesOn: boolean
}

/** The words that may stand in one place of a phrase. */
type Place = readonly Word[]

interface Opening {
  readonly word: Word
  readonly list: number
  readonly rest: readonly Place[]
}

/** Finds the first list that has a phrase in the given words; gives its position, or -1. */
export type FindList = (spoken: readonly string[]) => number

/** Prepares lists of phrases; each word of a text is then looked at once per phrase that can begin with it. */
export function compilePhrases(lists: readonly (readonly Phrase[])[]): FindList {
  const openings = lists.flatMap((phrases, list) => phrases.flatMap((phrase) => openingsOf(phrase, list)))
  const { whole = [], begun = [] } = Object.groupBy(openings, ({ word }) => (word.goesOn ? 'begun' : 'whole'))
  const wholeByWord = Map.groupBy(whole, ({ word }) => word.stem)

  return (spoken) => {
    let found = lists.length
    for (const [at, word] of spoken.entries()) {
      const consider = ({ list, rest }: Opening) => {
        if (standsAt(rest, spoken, at + 1)) found = Math.min(found, list)
      }
      wholeByWord.get(word)?.forEach(consider)
      for (const opening of begun) if (word.startsWith(opening.word.stem)) consider(opening)
    }
    return found < lists.length ? found : -1
  }
}

function openingsOf(phrase: Phrase, list: number): readonly Opening[] {
  const places = placesOf(phrase)
  return places.slice(0, 1).flatMap((first) => first.map((word) => ({ word, list, rest: places.slice(1) })))
}

function standsAt(places: readonly Place[], spoken: readonly string[], from: number): boolean {
  return places.every((place, offset) => {
    const word = spoken[from + offset]
    return word !== undefined && place.some((wanted) => fits(wanted, word))
  })
}

function fits(wanted: Word, word: string): boolean {
  return wanted.goesOn ? word.startsWith(wanted.stem) : word === wanted.stem
}

function placesOf(phrase: Phrase): readonly Place[] {
  return spellings(phrase).map((place) => place.map(toWord))
}

function toWord(spelling: string): Word {
  return { stem: foldCase(withoutStar(spelling)), goesOn: spelling.endsWith('*') }
}

function whyNotAPhrase(phrase: string): string | undefined {
  const places = spellings(phrase)
  if (places.length === 0) return 'A phrase needs at least one word.'

  const wrong = places.flat().find((spelling) => !isOneWord(withoutStar(spelling)))
  if (wrong === undefined) return undefined
  return `${quote(wrong)} is not one word: a word has letters, digits and "_", may end in "*", and "|" stands between words.`
}

function isOneWord(spelling: string): boolean {
  return words(spelling)[0] === foldCase(spelling)
}

function spellings(phrase: string): readonly (readonly string[])[] {
  const parts = phrase.split(' ').filter((part) => part !== '')
  return parts.map((part) => part.split('|'))
}

function withoutStar(spelling: string): string {
  return spelling.endsWith('*') ? spelling.slice(0, -1) : spelling
}
