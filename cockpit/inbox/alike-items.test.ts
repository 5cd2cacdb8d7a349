import { expect, test } from 'vitest'
import { alikeItems, jobInShort } from './alike-items.ts'
import type { InboxItem } from './inbox-item.ts'

const item = (id: string, more: object = {}) =>
  ({ is: 'held', id, pull: `job-${id}:phase-1`, agent: 'scout', title: 'The plan', about: 'phase-1', ...more }) as never

const alike = (...items: InboxItem[]) => [...alikeItems(items)]

test('work of one agent with one title on branches of one name is alike', () => {
  expect(alike(item('a'), item('b'), item('c', { title: 'Another' }))).toEqual(['a', 'b'])
})

test.for([
  ['another title', { title: 'Another' }],
  ['another agent', { agent: 'writer' }],
  ['another branch', { about: 'phase-2' }],
  ['no work of a phase', { pull: undefined }],
  ['an action in doubt', { is: 'doubt' }],
] as const)('%s is not', ([, more]) => {
  expect(alike(item('a'), item('b', more))).toEqual([])
})

test('a job is told by the end of its id, where it is random', () => {
  expect(jobInShort('job_0mwlse2rkupm2aIRPYwOCPVi8')).toBe('job …CPVi8')
  expect(jobInShort('job_0mwlse2rkupm2aIRPYwOC-Vi8-')).toBe('job …C-Vi8-')
})
