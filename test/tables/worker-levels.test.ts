import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import { catalog, decideUnder } from '../../src/testing/catalog.ts'
import { entryOf } from '../../src/testing/failing-axes.ts'

test.for([
  // type                  manual  semi     autonomous
  ['phase_transition', 'ask', 'ask', 'allow'],
  ['deliverable', 'ask', 'ask', 'allow'],
  ['final_output', 'ask', 'ask', 'allow'],
  ['design_spec_approval', 'ask', 'ask', 'allow'],
  ['pre_render', 'ask', 'ask', 'allow'],
  ['intermediate', 'ask', 'allow', 'allow'],
  ['intermediate_step', 'ask', 'allow', 'allow'],
  ['phase_start', 'ask', 'allow', 'allow'],
  ['tool_call', 'ask', 'allow', 'allow'],
  ['anything', 'ask', 'allow', 'allow'],
  ['a type with spaces', 'ask', 'allow', 'allow'],
  ['constructor', 'ask', 'allow', 'allow'],
  ['all', 'ask', 'allow', 'allow'],
  ['none', 'ask', 'allow', 'allow'],
] as const)('a checkpoint of type %s', ([type, manual, semi, autonomous]) => {
  const verdicts = ['workers/manual', 'workers/semi_supervised', 'workers/autonomous'].map(
    (level) => decideUnder(level, { kind: 'checkpoint', type }).verdict,
  )
  expect(verdicts).toEqual([manual, semi, autonomous])
})

test('semi-supervised asks for five types, and for no others', () => {
  expect(catalog.presets.get('workers/semi_supervised')?.policy).toEqual({
    checkpoint_types: ['deliverable', 'design_spec_approval', 'final_output', 'phase_transition', 'pre_render'],
  })
})

test.for<[GateInput, string]>([
  // gate                                                        what checkpoint_types sees
  [{ kind: 'checkpoint', type: 'draft' }, 'draft'],
  [{ kind: 'phase', phase: 'tactical', number: 2 }, 'phase_transition'],
  [{ kind: 'phase_start', phase: 'build' }, 'phase_start'],
  [{ kind: 'completion' }, 'final_output'],
  [{ kind: 'step', phase: 'build', status: 'success' }, 'intermediate_step'],
  [{ kind: 'intent', confidence: 1 }, 'intent'],
  [{ kind: 'context', confidence: 1 }, 'context'],
  [{ kind: 'action', confidence: 1, action: { kind: 'standard' } }, 'action'],
  [{ kind: 'tool', tool: 'ls' }, 'tool_call'],
])('%j is seen as %s', ([gate, type]) => {
  const others = ['phase_transition', 'phase_start', 'final_output', 'intermediate_step', 'intent', 'context', 'action']
    .concat('tool_call', 'draft')
    .filter((other) => other !== type)
  const on = (checkpoint_types: unknown) => entryOf('checkpoint_types', { checkpoint_types }, gate)

  expect(on([type])).toMatchObject({ outcome: 'ask', observed: type })
  expect(on('all')).toMatchObject({ outcome: 'ask', observed: type })
  expect(on('none')).toMatchObject({ outcome: 'pass', observed: type })
  expect(on(others)).toMatchObject({ outcome: 'pass', observed: type })
})

test.for<[GateInput]>([
  [{ kind: 'push', signals: { tokenCount: 60_000 } }],
  [{ kind: 'pop', signals: { tokenCount: 95_000 } }],
])('checkpoint types do not judge %j', ([gate]) => {
  const policy = { preset: 'workers/manual', frames: { level: 'auto', push_threshold: 0, pop_threshold: 0 } }
  expect(decideUnder(policy, gate)).toMatchObject({ verdict: 'allow', trace: [{ axis: 'frames' }] })
})

test('an empty list of checkpoint types is the same as none', () => {
  const none = decideUnder({ checkpoint_types: 'none' }, { kind: 'checkpoint', type: 'x' })
  expect(decideUnder({ checkpoint_types: [] }, { kind: 'checkpoint', type: 'x' })).toEqual(none)
})

test('a type that is listed twice asks once', () => {
  expect(
    entryOf('checkpoint_types', { checkpoint_types: ['x', 'x'] }, { kind: 'checkpoint', type: 'x' }).limit,
  ).toEqual(['x'])
})
