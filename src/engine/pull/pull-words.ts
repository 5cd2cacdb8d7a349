import type { Pull } from '../../model/pull.ts'

/** What a pull request says of itself, in the agent's own words. */
export type PullWords = Pick<Pull, 'title' | 'description'>

/** What the agent says newly of it; what is left out or blank stays as it was said before. */
export interface SaidWords {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** It becomes the message of a commit, which nobody could read if it were endless, and a forge cuts it in ways of its own. */
const LONGEST_DESCRIPTION = 50_000

/** A description as it is kept. */
export function shortened(text: string): string {
  return text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION).toWellFormed()}\n\n(cut)` : text
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
