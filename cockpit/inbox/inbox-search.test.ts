import { expect, test } from 'vitest'
import type { Me } from '../data/use-me.ts'
import type { DoubtItem, HeldItem, InboxItem } from './inbox-item.ts'
import { choicesOf, readInboxSearch, select } from './inbox-search.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const ADA = { id: 'ada', caller: 'admin' } as Me
const ROB = { id: 'rob', caller: 'reviewer' } as Me

function held(id: string, about: Partial<HeldItem> = {}): HeldItem {
  return {
    is: 'held',
    id,
    job: 'job-1',
    agent: 'scout',
    title: '',
    status: 'pending',
    revision: 1,
    content_hash: 'sha256:x',
    sent_back: false,
    deadline: null,
    opened_at: '2026-11-16T10:00:00Z',
    resolution: null,
    gate: { kind: 'tool', tool: 'send', args: {}, annotations: {} },
    tool: 'send',
    verdict: 'ask',
    about: '',
    reasons: ['A rule says so.'],
    may_approve: 'you',
    why: ['rules'],
    terms: { answers: ['approve'], quorum: 1, irreversible: false },
    voters: [],
    ...about,
  } as HeldItem
}

const doubt: DoubtItem = { is: 'doubt', id: 'att', job: 'job-2', tool: 'pay', opened_at: '2026-11-16T11:00:00Z' }
const ids = (items: readonly InboxItem[]) => items.map(({ id }) => id)
const at = { me: ADA, now: NOW }

test('what runs out soon comes first, then what is in doubt, then the oldest', () => {
  const items = [
    held('young', { opened_at: '2026-11-16T11:30:00Z' }),
    held('old'),
    doubt,
    held('due', { deadline: '2026-11-16T12:20:00Z', opened_at: '2026-11-16T11:59:00Z' }),
    held('due tomorrow', { deadline: '2026-11-17T12:00:00Z', opened_at: '2026-11-16T09:00:00Z' }),
  ]
  expect(ids(select(items, {}, at))).toEqual(['due', 'att', 'due tomorrow', 'old', 'young'])
  expect(ids(select(items, { sort: 'newest' }, at)).slice(0, 2)).toEqual(['due', 'young'])
})

test('a row is mine only while it needs me', () => {
  const items = [
    held('mine'),
    held('voted', { voters: ['ada'] }),
    held('with the agent', { sent_back: true }),
    held('for others', { may_approve: 'others' }),
  ]
  expect(ids(select(items, {}, at))).toEqual(['mine'])
  expect(ids(select(items, {}, { me: ROB, now: NOW }))).toEqual(['mine', 'voted'])
  expect(ids(select(items, { view: 'others' }, at))).toEqual(['for others', 'voted', 'with the agent'])
})

test('what nobody may approve lies with administrators, who can let somebody in', () => {
  const items = [held('stuck', { may_approve: 'nobody' })]
  expect(ids(select(items, {}, at))).toEqual(['stuck'])
  expect(ids(select(items, {}, { me: ROB, now: NOW }))).toEqual([])
  expect(ids(select(items, { view: 'others' }, { me: ROB, now: NOW }))).toEqual(['stuck'])
})

test('nothing needs whoever may only look, and all of it is with others', () => {
  const vic = { me: { id: 'vic', caller: 'viewer' } as Me, now: NOW }
  expect(ids(select([held('a', { may_approve: 'others' }), doubt], {}, vic))).toEqual([])
  expect(ids(select([held('a', { may_approve: 'others' }), doubt], { view: 'others' }, vic))).toEqual(['att', 'a'])
})

test('filters narrow by agent, kind, axis and words', () => {
  const items = [held('a'), held('b', { agent: 'writer', title: 'Tides' }), doubt]
  expect(ids(select(items, { agent: 'writer' }, at))).toEqual(['b'])
  expect(ids(select(items, { kind: 'doubt' }, at))).toEqual(['att'])
  expect(ids(select(items, { why: 'rules', q: 'tides' }, at))).toEqual(['b'])
  expect(choicesOf(items)).toEqual({ agent: ['scout', 'writer'], kind: ['doubt', 'tool'], why: ['rules'] })
})

test('an address that makes no sense shows the usual inbox', () => {
  const search = readInboxSearch({ view: 'nonsense', sort: 7, q: '', agent: ['x'] })
  expect(Object.values(search).every((value) => value === undefined)).toBe(true)
})

test('what is done is shown by when it was decided, the latest first', () => {
  const ended = (id: string, at: string) =>
    held(id, { status: 'approved', resolution: { at } as unknown as HeldItem['resolution'] })
  const items = [ended('a', '2026-11-16T10:01:00Z'), ended('b', '2026-11-16T11:00:00Z')]
  expect(ids(select(items, { view: 'done' }, at))).toEqual(['b', 'a'])
})
