import { distance } from 'fastest-levenshtein'
import { quote } from './quote.ts'

/** Letters that look like a Latin one, and below each the letter it is read as. */
const LOOK_ALIKES = 'авсԁеғԍһіӏјкмнорԛгѕтѵѡԝхуαβϲεηιϳκμνορστυχγωζıɑɡօոսցհ_'
const READ_AS = 'abcdefghiljkmhopqrstvwwxyabcenijkmvopotuxywziagonugh-'
const LETTERS = new Map(Array.from(LOOK_ALIKES, (letter, index) => [letter, READ_AS[index] ?? letter]))
const IGNORED = /[\p{Mark}\p{Default_Ignorable_Code_Point}]/gu
const LONGEST_WORD = 100
const LONGEST_LIST = 12

/** The candidate that was most likely meant, or nothing when none is close enough to be a slip. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > LONGEST_WORD) return undefined
  const typed = fold(word)
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const steps = distance(typed, fold(candidate))
    if (steps < bestDistance && steps <= tolerated(candidate)) [best, bestDistance] = [candidate, steps]
  }
  return best
}

/** The tail of an error sentence: the nearest candidate, or the list to choose from. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const meant = nearest(word, candidates)
  if (meant !== undefined) return ` Did you mean ${quote(meant)}?`
  if (candidates.length === 0) return ''

  const more = candidates.length - LONGEST_LIST
  const list = candidates.slice(0, LONGEST_LIST).map(plain).join(', ')
  return ` Choose one of: ${list}${more > 0 ? ` and ${more} more` : ''}.`
}

/** Two swapped letters cost two steps, so a word of four letters has to tolerate two. */
function tolerated(candidate: string): number {
  return candidate.length < 3 ? 0 : Math.floor((candidate.length + 2) / 3)
}

function fold(word: string): string {
  const plainest = word.normalize('NFKD').replace(IGNORED, '').toLowerCase()
  return Array.from(plainest, (letter) => LETTERS.get(letter) ?? letter).join('')
}

/** Names that came from outside may hide characters; only harmless ones are shown without quotes. */
function plain(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : quote(name)
}
