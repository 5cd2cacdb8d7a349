import { expect, test } from 'vitest'
import type { AnswerKind } from '../../src/model/review.ts'
import { phoneAnswers } from './phone-answers.ts'

test.for<[taken: AnswerKind[], shown: AnswerKind[], hasMore: boolean]>([
  [['approve', 'reject'], ['reject', 'approve'], false],
  [['respond', 'reject'], ['reject', 'respond'], false],
  [['respond'], ['respond'], false],
  [['comment'], ['comment'], false],
  [['approve', 'edit', 'reject'], ['reject', 'edit', 'approve'], false],
  [['approve', 'request_changes', 'comment'], ['comment', 'request_changes', 'approve'], false],
  [['approve', 'edit', 'respond', 'reject'], ['reject', 'approve'], true],
  [['respond', 'request_changes', 'edit', 'comment'], ['request_changes', 'respond'], true],
])('of %j a phone offers %j', ([taken, shown, hasMore]) => {
  expect(phoneAnswers(taken)).toEqual({ shown, hasMore })
})
