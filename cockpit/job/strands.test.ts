import { expect, test } from 'vitest'
import type { LogEvent } from '../data/use-job.ts'
import { isOpenOrFailed, strandState } from './strand-state.ts'
import { strandsOf } from './strands.ts'

const NOON = '2026-11-18T12:00:00.000Z'
const LATER = '2026-11-18T12:05:00.000Z'

type Entry = readonly [type: string, data?: object, more?: { readonly checkpoint?: string; readonly at?: string }]

function log(...entries: readonly Entry[]): readonly LogEvent[] {
  return entries.map(
    ([type, data = {}, { checkpoint = null, at = NOON } = {}], index) =>
      ({ seq: index + 1, type, data, checkpoint, at, actor: { kind: 'agent', id: 'scout' } }) as unknown as LogEvent,
  )
}

/** The numbers of the entries, strand by strand, and how each stands. */
function told(...entries: readonly Entry[]) {
  return strandsOf(log(...entries)).map((strand) => [strand.map(({ seq }) => seq), strandState(strand)?.word])
}

const decided = (verdict: string): Entry => ['gate_decided', { decision: { verdict } }]
const claimed = (id: string, more = {}): Entry => ['attempt_claimed', { attempt: { id, status: 'claimed', ...more } }]
const ended = (attempt: string, status: string): Entry => ['attempt_ended', { attempt, status }, { at: LATER }]

test('a call, its run and what came of it belong together, whatever happens between', () => {
  expect(
    told(
      decided('allow'),
      claimed('a1'),
      decided('allow'),
      claimed('a2'),
      ended('a1', 'failed'),
      ended('a2', 'succeeded'),
    ),
  ).toEqual([
    [[1, 2, 5], 'failed'],
    [[3, 4, 6], 'succeeded'],
  ])
})

test('what is held belongs together from the question to the run', () => {
  const at = { checkpoint: 'c1' }
  const asked: Entry = ['checkpoint_opened', { checkpoint: {} }, at]
  const approved: Entry = ['checkpoint_resolved', { status: 'approved' }, at]
  const spent: Entry = ['approval_spent', { attempt: 'a1' }, at]
  const runs: Entry = ['attempt_claimed', { attempt: { id: 'a1', status: 'claimed' } }, at]
  expect(told(asked)).toEqual([[[1], 'waits for a person']])
  expect(told(asked, ['job_joined'], approved)).toEqual([
    [[1, 3], 'approved, not taken up'],
    [[2], undefined],
  ])
  expect(told(asked, approved, spent, runs, ['job_joined'], ended('a1', 'succeeded'))).toEqual([
    [[1, 2, 3, 4, 6], 'succeeded'],
    [[5], undefined],
  ])
})

test('a pull request belongs together over all its checkpoints', () => {
  expect(
    told(
      ['pull_opened', { pull: { id: 'p1' } }],
      ['checkpoint_opened', { checkpoint: { pull: 'p1' } }, { checkpoint: 'c1' }],
      ['review_submitted', { pull: 'p1', answer: 'request_changes' }],
      ['checkpoint_resolved', { status: 'superseded' }, { checkpoint: 'c1' }],
      ['checkpoint_opened', { checkpoint: { pull: 'p1' } }, { checkpoint: 'c2' }],
      ['pull_merged', { pull: 'p1' }],
    ),
  ).toEqual([[[1, 2, 3, 4, 5, 6], 'merged']])
})

test('a no and everybody who asks for the same again belong together', () => {
  expect(
    told(
      decided('deny'),
      ['refusal_recorded', { refusal: { id: 'r1' } }],
      ['step_recorded', { outcome: { ok: true } }, { at: LATER }],
      ['refusal_repeated', { refusal: 'r1', rejected: null }, { at: LATER }],
    ),
  ).toEqual([
    [[1, 2, 4], 'refused'],
    [[3], 'done'],
  ])
})

test('what happens in the same moment need not belong together', () => {
  const step = claimed('a2', { permit: { by: 'program' } })
  expect(told(decided('allow'), claimed('a1'), claimed('a3'))).toHaveLength(2)
  expect(told(decided('allow'), step, decided('allow'))).toHaveLength(3)
})

test('two things that only happen one after the other do not belong together', () => {
  expect(
    told(['step_recorded', { outcome: { ok: true } }], claimed('a1'), ['job_moved', { to: 'failed' }, { at: LATER }]),
  ).toEqual([
    [[1], 'done'],
    [[2], 'runs'],
    [[3], 'failed'],
  ])
})

test.for<[is: boolean, entries: readonly Entry[]]>([
  [true, [['checkpoint_opened', {}, { checkpoint: 'c' }]]],
  [true, [decided('stop')]],
  [true, [['gate_halted']]],
  [true, [['checkpoint_resolved', { status: 'expired' }, { checkpoint: 'c' }]]],
  [true, [claimed('a'), ended('a', 'in_doubt')]],
  [true, [['step_recorded', { outcome: { ok: false } }]]],
  [false, [decided('allow')]],
  [false, [['attempt_claimed', { attempt: { id: 'a', status: 'released' } }]]],
  [false, [claimed('a'), ended('a', 'in_doubt'), ended('a', 'succeeded')]],
  [false, [['checkpoint_resolved', { status: 'answered' }, { checkpoint: 'c' }]]],
  [false, [['job_started']]],
])('whoever looks for what is open or failed finds it (%s): %j', ([is, entries]) => {
  expect(strandsOf(log(...entries)).some(isOpenOrFailed)).toBe(is)
})
