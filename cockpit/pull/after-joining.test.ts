import { expect, test } from 'vitest'
import { afterJoining } from './after-joining.ts'

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
