import type { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft, FileVerdict } from '../../model/review-thread.ts'

interface Said {
  readonly threads: readonly Pick<Draft, 'id'>[]
  readonly verdicts: readonly Pick<FileVerdict, 'verdict'>[]
}

/** More than these are counted. */
const NAMED = 5

/** What a review comes to whose author wrote nothing of the whole: what it brings itself, and which threads from before still stand. */
export function wordlessReview({ unanswered, blocking }: Pick<Pull, 'unanswered' | 'blocking'>, said: Said): string {
  const own = new Set(said.threads.map(({ id }) => id))
  const standing = [...new Set([...unanswered, ...blocking])].filter((id) => !own.has(id))
  const before =
    standing.length === 0
      ? ''
      : ` ${standing.length === 1 ? 'This thread still stands' : 'These threads still stand'}: ${named(standing)}.`
  return `${broughtBy(own.size, said)}${before}`
}

function broughtBy(own: number, { verdicts }: Said): string {
  if (own > 0) return own === 1 ? 'One comment.' : `${own} comments.`
  if (verdicts.some(({ verdict }) => verdict === 'rejected')) return 'Some of it is not accepted as it is.'
  return 'Changes are requested without a word about the whole.'
}

function named(ids: readonly ThreadId[]): string {
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : ''
  return `${ids.slice(0, NAMED).join(', ')}${more}`
}
