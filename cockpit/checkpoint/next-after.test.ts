import { expect, test } from 'vitest'
import type { InboxItem } from '../inbox/inbox-item.ts'
import { nextAfter } from './next-after.ts'

const ME = { id: 'rob', caller: 'reviewer', solo: false } as never
const held = (id: string, may_approve = 'you') =>
  ({
    ...{ is: 'held', id, job: 'job_1', status: 'pending', sent_back: false, deadline: null, may_approve },
    ...{ opened_at: `2026-01-0${id.at(-1)}`, terms: { answers: ['approve', 'reject'], quorum: 1 }, voters: [] },
  }) as unknown as InboxItem
const doubt = { is: 'doubt', id: 'att_1', opened_at: '2026-01-01' } as InboxItem
const stopped = (id: string) => ({ is: 'stopped', id, opened_at: '2026-01-01' }) as InboxItem

const after = (items: readonly InboxItem[], id: string | undefined, stuck = 0) =>
  nextAfter(items, id, { me: ME, now: 0, stuck })

test('questions follow each other, and after the last comes the first', () => {
  const items = [held('chk_1'), held('chk_2'), held('chk_3')]
  expect(after(items, 'chk_1').next?.id).toBe('chk_2')
  expect(after(items, 'chk_3').next?.id).toBe('chk_1')
  expect(after(items, undefined).next?.id).toBe('chk_1')
})

test('that nothing else needs somebody is said only where that is so', () => {
  // What waits for others, or for the agent, needs nobody here.
  expect(after([held('chk_1'), held('chk_2', 'others')], 'chk_1')).toMatchObject({
    next: undefined,
    text: 'Nothing else needs you.',
    isMore: false,
  })
  expect(after([held('chk_1'), doubt, stopped('job_1'), stopped('job_2')], 'chk_1')).toMatchObject({
    text: 'Nothing else asks you. In the inbox: 1 action in doubt, 2 stopped jobs',
    isMore: true,
  })
  expect(after([held('chk_1')], 'chk_1', 1).text).toBe('Nothing else asks you. In the inbox: 1 merge that is stuck')
})

test('what is answered, or not for this person, is not called one of theirs', () => {
  expect(after([], 'chk_1').text).toBe('Nothing needs you now.')
  expect(after([held('chk_1', 'others')], 'chk_1').text).toBe('Nothing needs you now.')
  expect(after([doubt], 'chk_1').text).toBe('Nothing asks you now. In the inbox: 1 action in doubt')
})
