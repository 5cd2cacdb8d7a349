import { findSecret } from '../../review/find-secret.ts'

/** Longer words are read where they were written. */
const LONGEST = 20_000

/**
 * What somebody wrote on a forge, as it can be kept here: the log keeps everything for ever, so that words with a secret in them stay where
 * they were written. Whatever is left out is said, so that nobody takes the rest for all of it.
 */
export function wordsOf(text: string, url: string, lead = ''): string {
  const words = text.toWellFormed().trim()
  if (findSecret(words) !== undefined)
    return `${lead}(There is a secret in it, so that it stands on the forge alone: ${url})`
  if (lead.length + words.length <= LONGEST) return `${lead}${words}`
  const end = `\n\n(The rest stands on the forge alone: ${url})`
  return `${`${lead}${words}`.slice(0, LONGEST - end.length).toWellFormed()}${end}`
}
