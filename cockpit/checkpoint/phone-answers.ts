import type { AnswerKind } from '../../src/model/review.ts'

/** How many fit beside each other under a thumb. */
const MOST = 3

/** What is wanted most often first. */
const WANTED: readonly AnswerKind[] = ['approve', 'respond', 'reject', 'request_changes', 'edit', 'comment']
/** A yes is where a thumb is; what holds the agent up stands at the other end. */
const PLACES: readonly AnswerKind[] = ['comment', 'reject', 'request_changes', 'edit', 'respond', 'approve']

/** What the bar of a phone offers: every answer that is taken, or the usual two and the way to the others. */
export function phoneAnswers(taken: readonly AnswerKind[]): {
  readonly shown: readonly AnswerKind[]
  readonly hasMore: boolean
} {
  const hasMore = taken.length > MOST
  const wanted = WANTED.filter((answer) => taken.includes(answer)).slice(0, hasMore ? MOST - 1 : MOST)
  // One of two is a way to say no, wherever there is one.
  const no = wanted.includes('reject') || !hasMore ? undefined : WANTED.find((one) => isNo(one) && taken.includes(one))
  const shown = no === undefined ? wanted : [...wanted.slice(0, 1), no]
  return { shown: PLACES.filter((answer) => shown.includes(answer)), hasMore }
}

function isNo(answer: AnswerKind): boolean {
  return answer === 'reject' || answer === 'request_changes'
}
