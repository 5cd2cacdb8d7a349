import { afterSubmitting } from '../../model/with-unsent.ts'
import type { Drafts } from '../tables.ts'
import type { PullEvents } from './pull-events.ts'

/** What somebody still has to say once a review has said its part: what is written elsewhere, and was no part of it, is still a draft. */
export function draftsAfter(
  { drafts = [], unsent }: Partial<Drafts> = {},
  { threads, ...said }: Pick<PullEvents['review_submitted'], 'threads' | 'text' | 'verdicts'>,
): Drafts {
  const left = drafts.filter(({ id }) => threads.every((thread) => thread.id !== id))
  return { drafts: left, ...(unsent !== undefined && { unsent: afterSubmitting(unsent, said) }) }
}
