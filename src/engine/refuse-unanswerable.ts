import type { ReviewTerms } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'

/** Refuses a quorum that nobody's answers could ever reach: what is asked so would wait for good. */
export function refuseUnanswerable(terms: ReviewTerms): void {
  const message = whyUnanswerable(terms)
  if (message === undefined) return
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/terms/quorum' }], { message })
}

function whyUnanswerable(terms: ReviewTerms): string | undefined {
  const { answers, quorum } = terms
  // A response is one person's own words, which others can't join; so with a quorum something else has to be possible.
  if (quorum > 1 && answers.includes('respond') && !answers.includes('approve'))
    return `One person responds, so a quorum of ${quorum} is never reached. Take "approve" too, or a quorum of 1.`
  const named = namedIn(terms)
  if (named === undefined || named.size >= quorum) return undefined
  return `Only ${[...named].join(', ')} may approve, so a quorum of ${quorum} is never reached. Name more people, or take a smaller quorum.`
}

/** Everybody who may ever decide, where all of them are named: a role may have any number of people. */
function namedIn({ approvers, on_timeout }: ReviewTerms): ReadonlySet<string> | undefined {
  const all = [...approvers, ...('to' in on_timeout ? on_timeout.to : [])]
  return approvers.length === 0 || all.some((one) => one.startsWith('role:')) ? undefined : new Set(all)
}
