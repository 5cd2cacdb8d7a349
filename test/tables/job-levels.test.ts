import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { catalog, decideUnder } from '../../src/testing/catalog.ts'
import { entryOf } from '../../src/testing/failing-axes.ts'

const FIRST_PLAN: GateInput = { kind: 'phase', phase: 'strategic', number: 1 }
const LATER_PLAN: GateInput = { kind: 'phase', phase: 'strategic', number: 3 }
const WORK: GateInput = { kind: 'phase', phase: 'tactical', number: 2 }
const END: GateInput = { kind: 'completion' }

const says = (policy: unknown, gates: readonly GateInput[], words: Readonly<Record<string, string>>) =>
  gates.map((gate) => words[decideUnder(policy, gate).verdict])

test.for([
  // level      after the   each       each       job_complete
  //            first plan  strategic  tactical
  ['full', '-', '-', '-', '-'],
  ['review', '-', '-', '-', 'yes'],
  ['partial', 'yes', '-', '-', 'yes'],
  ['guided', 'yes', 'yes', '-', 'yes'],
  ['dependent', 'yes', 'yes', 'yes', 'yes'],
] as const)('%s stops', ([level, ...stops]) => {
  const asked = says(`jobs/${level}`, [FIRST_PLAN, LATER_PLAN, WORK, END], { allow: '-', ask: 'yes' })
  expect(asked).toEqual(stops)
})

test.for([
  // level      first plan  other plans  work         final
  ['full', 'merge', 'merge', 'merge', 'merge'],
  ['review', 'merge', 'merge', 'merge', 'approval'],
  ['partial', 'approval', 'merge', 'merge', 'approval'],
  ['guided', 'approval', 'approval', 'merge', 'approval'],
  ['dependent', 'approval', 'approval', 'approval', 'approval'],
] as const)('the pull requests of %s', ([level, ...expected]) => {
  const gates = [FIRST_PLAN, { ...LATER_PLAN, number: 2 }, { ...WORK, number: 1 }, END] as GateInput[]
  expect(says(level, gates, { allow: 'merge', ask: 'approval' })).toEqual(expected)
})

test.for([[{}], [{ number: 0 }], [{ number: 1 }], [{ number: '0' }], [{ number: '1' }]] as const)(
  'a strategic phase with %j is the first',
  ([number]) => {
    expect(decideUnder('jobs/partial', { kind: 'phase', phase: 'strategic', ...number }).verdict).toBe('ask')
  },
)

test.for([2, 3, 100, '2'])('a strategic phase with number %j is a later one', (number) => {
  expect(decideUnder('jobs/partial', { kind: 'phase', phase: 'strategic', number }).verdict).toBe('allow')
})

test.for(['tactical', 'frame', 'architect', 'build', 'evaluate', 'release', 'my own phase', 'constructor'])(
  'the phase %s counts as tactical, the first one too',
  (phase) => {
    const gate: GateInput = { kind: 'phase', phase, number: 1 }
    expect(says('jobs/guided', [gate], { allow: '-', ask: 'yes' })).toEqual(['-'])
    expect(says('jobs/dependent', [gate], { allow: '-', ask: 'yes' })).toEqual(['yes'])
  },
)

test.for([
  // initial_strategic  strategic  first plan  later plan
  [false, false, 'pass', 'pass'],
  [true, false, 'ask', 'pass'],
  [false, true, 'ask', 'ask'],
  [true, true, 'ask', 'ask'],
] as const)('initial_strategic %j, strategic %j', ([initial_strategic, strategic, first, later]) => {
  const policy = { phase_stops: { initial_strategic, strategic } }
  expect(entryOf('phase_stops', policy, FIRST_PLAN).outcome).toBe(first)
  expect(entryOf('phase_stops', policy, LATER_PLAN).outcome).toBe(later)
})

test('a document that names one stop keeps the others', () => {
  expect(resolvePolicy({ preset: 'jobs/review', phase_stops: { tactical: true } }, catalog).phase_stops).toEqual({
    initial_strategic: false,
    strategic: false,
    tactical: true,
    completion: true,
  })
})

test.for<[object, object, 'ask' | 'pass']>([
  // custom_stops                    the phase                                outcome
  [{}, { number: 6 }, 'pass'],
  [{ every_n_phases: 3 }, { number: 3 }, 'ask'],
  [{ every_n_phases: 3 }, { number: 6 }, 'ask'],
  [{ every_n_phases: 3 }, { number: 1 }, 'pass'],
  [{ every_n_phases: 3 }, { number: 4 }, 'pass'],
  [{ every_n_phases: 3 }, {}, 'pass'],
  [{ every_n_phases: 3 }, { number: 0 }, 'pass'],
  [{ every_n_phases: 1 }, {}, 'ask'],
  [{ every_n_phases: 1 }, { number: 7 }, 'ask'],
  [{ milestones: ['alpha'] }, { milestones: ['alpha'] }, 'ask'],
  [{ milestones: ['alpha', 'beta'] }, { milestones: ['draft', 'beta'] }, 'ask'],
  [{ milestones: ['alpha'] }, { milestones: ['beta'] }, 'pass'],
  [{ milestones: ['alpha'] }, { milestones: [] }, 'pass'],
  [{ milestones: ['alpha'] }, {}, 'pass'],
  [{ confidence_below: 0.7 }, { confidence: 0.69 }, 'ask'],
  [{ confidence_below: 0.7 }, { confidence: 0.7 }, 'pass'],
  [{ confidence_below: 0.7 }, { confidence: '0.7' }, 'pass'],
  [{ confidence_below: 0.7 }, { confidence: 1 }, 'pass'],
  [{ confidence_below: 0.7 }, {}, 'ask'],
  [{ confidence_below: 0.7 }, { confidence: 'sure' }, 'ask'],
  [{ confidence_below: 0.7 }, { confidence: 1.1 }, 'ask'],
  [{ every_n_phases: 2, milestones: ['a'], confidence_below: 0.5 }, { number: 3, confidence: 0.5 }, 'pass'],
  [{ every_n_phases: 2, milestones: ['a'], confidence_below: 0.5 }, { number: 2, confidence: 0.5 }, 'ask'],
])('custom stops %j at %j', ([custom_stops, phase, outcome]) => {
  const gate: GateInput = { kind: 'phase', phase: 'tactical', ...phase }
  expect(entryOf('custom_stops', { preset: 'jobs/full', custom_stops }, gate).outcome).toBe(outcome)
  expect(decideUnder({ preset: 'jobs/full', custom_stops }, gate).verdict).toBe(outcome === 'ask' ? 'ask' : 'allow')
})

test('confidence is not asked of a phase where no custom stop needs it', () => {
  expect(decideUnder('jobs/review', { kind: 'phase', phase: 'tactical', number: 2 }).verdict).toBe('allow')
})

test('every job level says when to choose it', () => {
  const whens = ['full', 'review', 'partial', 'guided', 'dependent'].map(
    (level) => catalog.presets.get(`jobs/${level}`)?.when ?? '',
  )
  expect(whens.every((when) => when.length > 0)).toBe(true)
  expect(new Set(whens).size).toBe(5)
})
