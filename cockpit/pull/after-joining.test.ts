import { expect, test } from 'vitest'
import { afterJoining, trapOfPushing } from './after-joining.ts'

const told = (approvers: readonly string[], { quorum = 1, solo = false } = {}) =>
  afterJoining(
    { checkpoint: { terms: { quorum } }, approvers } as never,
    { id: 'rob', caller: 'reviewer', solo } as never,
  )

test('whoever joins is told who has to approve then', () => {
  expect(told(['rob', 'ada'])).toBe('You then have a part in it, so that ada has to approve it.')
  expect(told(['rob', 'ada', 'eve'], { quorum: 2 })).toContain('2 of ada, eve has to approve it')
})

test('where too few others may, they are told what to do instead', () => {
  expect(told(['rob'])).toMatch(/nobody else may approve it: it would go on waiting\. Request changes instead/)
  expect(told(['rob', 'ada'], { quorum: 2 })).toContain('only ada may approve it')
})

test('whoever works alone goes on approving', () => {
  expect(told(['rob'], { solo: true })).toBeNull()
})

test('whoever is the only one to approve it is told so beside the branch, before they push', () => {
  const trap = (approvers: readonly string[], { solo = false, status = 'pending' } = {}) =>
    trapOfPushing(
      { pull: { status: 'open' }, checkpoint: { status, terms: { quorum: 1 } }, approvers } as never,
      { id: 'rob', caller: 'reviewer', solo } as never,
    )
  expect(trap(['rob'])).toBe('Whoever pushes to the branch has a part in it, and nobody else may approve it.')
  // Who has no say has nothing to lose; what is answered is not asked; whoever works alone goes on approving.
  expect([trap(['rob', 'ada']), trap(['ada']), trap([]), trap(['rob'], { status: 'approved' })]).toEqual(
    Array(4).fill(null),
  )
  expect(trap(['rob'], { solo: true })).toBeNull()
})
