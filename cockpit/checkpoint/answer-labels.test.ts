import { expect, test } from 'vitest'
import { ReviewTerms } from '../../src/model/checkpoint.ts'
import { answerLabel } from './answer-labels.ts'

test.for([
  ['others have to look', {}, false, 'Save the edit'],
  ['it can not be undone', { irreversible: true }, false, 'Save the edit'],
  ['somebody works alone', { irreversible: true }, true, 'Save and approve'],
  ['two have to approve', { quorum: 2 }, true, 'Save the edit'],
] as const)('the button of an edit says what it does where %s', ([, terms, isSolo, button]) => {
  expect(answerLabel('edit', ReviewTerms.parse(terms), isSolo).button).toBe(button)
  expect(answerLabel('approve', ReviewTerms.parse(terms), isSolo).button).toBe('Approve')
})
