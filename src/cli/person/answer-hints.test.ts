import { expect, test } from 'vitest'
import { ReviewTerms } from '../../model/checkpoint.ts'
import type { AnswerKind } from '../../model/review.ts'
import { answerHints } from './answer-hints.ts'

const asked = (answers: readonly AnswerKind[], sent_back = false) => ({
  terms: { ...ReviewTerms.parse({}), answers },
  sent_back,
})

test('only answers that are taken at this moment are named', () => {
  expect(answerHints([asked(['respond', 'request_changes'])], 'chk')).toEqual(['leeway respond chk --value JSON'])
  expect(answerHints([asked(['respond', 'reject'], true)], 'chk')).toEqual(['leeway reject chk --reason WHY'])
  expect(answerHints([asked(['approve'], true), asked(['respond'])], 'ID')).toEqual(['leeway respond ID --value JSON'])
})
