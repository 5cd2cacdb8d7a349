// Marks belong to the letter before them, so that a letter with an accent written apart does not end a word.
const WORD = /[\p{L}\p{M}\p{N}_]+/gu

/** The words of a text in order, each folded by `foldCase`. */
export function words(text: string): readonly string[] {
  return foldCase(text).match(WORD) ?? []
}

/** One spelling for every case of a text; upper case, because lower case depends on the place (ß and SS, final sigma). */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase()
}
