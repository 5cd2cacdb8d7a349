import { expect, test } from 'vitest'
import { reviewOf } from './review-of.ts'
import type { Draft } from './use-draft.ts'

const draft = (about: Partial<Draft>): Draft => ({ answer: 'approve', text: '', ...about })

test('an approval needs nothing more, and takes a reason and a grant', () => {
  expect(reviewOf(draft({}), {})).toEqual({ review: { answer: 'approve' } })
  expect(reviewOf(draft({ text: ' fine ' }), { grant: { count: 3 } })).toEqual({
    review: { answer: 'approve', reason: 'fine', grant: { count: 3 } },
  })
})

test.for(['reject', 'request_changes', 'comment'] as const)('%s is not sent without words', (answer) => {
  expect(reviewOf(draft({ answer, text: '  ' }), {})).toHaveProperty('missing')
  expect(reviewOf(draft({ answer, text: 'No.' }), {})).toEqual({ review: { answer, reason: 'No.' } })
})

test.for([
  ['{ "to": ', 'This is not JSON yet: line 1, column 9.'],
  ['[1]', 'Arguments are an object: { … }'],
  ['{ "to": "ann" }', 'Nothing is changed yet.'],
] as const)('an edit of %s is not sent', ([args, missing]) => {
  expect(reviewOf(draft({ answer: 'edit', args }), { args: { to: 'ann' } })).toEqual({ missing })
})

test('a response may be null, but not nothing', () => {
  expect(reviewOf(draft({ answer: 'respond' }), {})).toHaveProperty('missing')
  expect(reviewOf(draft({ answer: 'respond', value: 'null' }), {})).toEqual({
    review: { answer: 'respond', value: null },
  })
})
