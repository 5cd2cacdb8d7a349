import { STOP_WORDS } from './stop-words.ts'

// Marks belong to the letter before them; without \p{M} a word in Hindi or with a loose accent would fall apart.
const SEPARATORS = /[^\p{L}\p{M}\p{N}]/u

/** The words that carry the meaning of a text, each once and in lower case. */
export function keywords(text: string): ReadonlySet<string> {
  const words = foldCase(text).split(SEPARATORS)
  return new Set(words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)))
}

/** The form in which two texts are compared: lower case, and one spelling for each accented letter. */
export function foldCase(text: string): string {
  return text.toLowerCase().normalize('NFC')
}
