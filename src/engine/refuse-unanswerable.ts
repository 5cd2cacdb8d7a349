import type { ReviewTerms } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'

/**
 * Refuses a quorum that nobody's answers could ever reach, and what silence should do where there is no end to it: what is asked so would
 * wait for good, and whoever asks relies on something else.
 */
export function refuseUnanswerable(terms: ReviewTerms): void {
  refuse('/terms/quorum', whyNeverReached(terms))
  refuse('/terms/on_timeout', whyNeverLate(terms))
}

function refuse(path: string, message: string | undefined): void {
  if (message === undefined) return
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path }], { message })
}

function whyNeverLate({ on_timeout, timeout_seconds }: ReviewTerms): string | undefined {
  if (timeout_seconds !== undefined || on_timeout.do === 'wait') return undefined
  return `Nothing says how long people have, so "${on_timeout.do}" never happens. Say it (timeoutSeconds, over HTTP timeout_seconds), or leave out what happens then.`
}

function whyNeverReached(terms: ReviewTerms): string | undefined {
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
