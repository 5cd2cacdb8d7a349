import { expect, test } from 'vitest'
import type { PullView } from '../../src/api/pull-views.ts'
import { approvalsOf, closedBy } from './outcome-of.ts'

const merged = (reviewers: readonly string[], votes: readonly object[] | null) =>
  ({ pull: { merge: { reviewers } }, checkpoint: votes && { votes } }) as unknown as PullView

test('a merge is in the name of whoever approved it, once each, with when', () => {
  const votes = [
    { by: 'rob', at: '10:00' },
    { by: 'ada', at: '10:01' },
    { by: 'rob', at: '10:02' },
  ]
  expect(approvalsOf(merged(['rob', 'ada', 'rob'], votes))).toEqual([
    { by: 'rob', at: '10:02' },
    { by: 'ada', at: '10:01' },
  ])
  expect(approvalsOf(merged(['rob'], null))).toEqual([{ by: 'rob', at: undefined }])
  expect(approvalsOf(merged([], null))).toEqual([])
})

test('who closed a pull request is told by the log, of this one alone', () => {
  const closed = (pull: string, kind: 'person' | 'system', reason: unknown) => ({
    ...{ type: 'pull_closed', actor: { kind, id: 'rob' }, data: { pull, reason } },
  })
  const events = [closed('other', 'person', 'No.'), closed('it', 'person', 'Too big.')]
  expect(closedBy(events, 'it')).toEqual({ by: 'rob', reason: 'Too big.' })
  expect(closedBy([closed('it', 'system', undefined)], 'it')).toEqual({ by: 'Leeway', reason: '' })
  expect(closedBy(events, 'none')).toBeUndefined()
})
