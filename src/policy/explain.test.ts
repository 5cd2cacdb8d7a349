import { expect, test } from 'vitest'
import { decideUnder } from '../testing/catalog.ts'
import { explain } from './explain.ts'

test('a decision is told by its verdict, its reason and what would have let it pass', () => {
  const told = explain(decideUnder('jobs/guided', { kind: 'phase', phase: 'strategic', number: 3 }))
  expect(told).toMatchObject({
    verdict: 'ask',
    headline: 'Ask: a person decides.',
    sentences: ['A person is asked, because every plan goes to a person.'],
    remedies: ['Set phase_stops.strategic to false (it is true).'],
  })
})

test('every axis that judged has a row, with a verb for what it does', () => {
  const { rows } = explain(decideUnder('standard', { kind: 'completion' }))
  expect(rows.map(({ axis, word }) => [axis, word])).toEqual([
    ['checkpoint_types', 'passes'],
    ['phase_stops', 'asks'],
    ['check_in_frequency', 'passes'],
  ])
})

test.for([
  ['jobs/full', { kind: 'completion' }, 'Allow: the agent goes on.', 'passes'],
  ['standard', { kind: 'completion' }, 'Ask: a person decides.', 'asks'],
  [
    'standard',
    { kind: 'step', phase: 'b', status: 'failure' },
    'Stop: the run halts until a person restarts it.',
    'stops',
  ],
  ['standard', { kind: 'pop' }, 'Deny: this does not happen.', 'denies'],
] as const)('under %s, %j reads: %s', ([policy, gate, headline, word]) => {
  const told = explain(decideUnder(policy, gate))
  expect(told.headline).toBe(headline)
  expect(told.rows.map((row) => row.word)).toContain(word)
})

test('a row shows the limit, of a long list its beginning', () => {
  const { rows } = explain(decideUnder('standard', { kind: 'intent', confidence: 0.9 }))
  expect(rows.map(({ limit }) => limit)).toEqual([
    'asks about deliverable, design_spec_approval, pre_render',
    'may skip awaiting_context_confirmation, awaiting_inference, awaiting_intent_confirmation, inferring_action and 3 more',
    'asks for consent to action_approved',
    '0.6',
  ])
})

test('an allowed gate needs no change', () => {
  expect(explain(decideUnder('jobs/full', { kind: 'completion' })).remedies).toEqual([])
})

test('where no change of policy helps there is no advice', () => {
  expect(explain(decideUnder('standard', { kind: 'intent' })).remedies).toBeNull()
})

test('in a list only the members that differ are named', () => {
  const gate = { kind: 'action', confidence: 0.9, action: { kind: 'standard', irreversibility: 'low' } } as const
  const { remedies } = explain(
    decideUnder('standard', { ...gate, action: { ...gate.action, regret_potential: 'low' } }),
  )
  expect(remedies).toEqual([
    'Add awaiting_confirmation to auto_advance_states.',
    'Take action_approved out of consent_required_kinds.',
  ])
})

test('a rule is named by what it says', () => {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  const policy = { preset: 'jobs/full', rules: [{ match: { tool: 'shell', args: { command: 'rm *' } }, then: 'deny' }] }
  const { remedies, headline } = explain(
    decideUnder(policy, { kind: 'tool', tool: 'shell', args: { command: 'rm x' } }),
  )
  expect(headline).toBe('Deny: this does not happen.')
  expect(remedies).toEqual(['Take the rule "deny shell where command rm *" out of rules.'])
})

test('a rule for every call of a tool is named by the tool alone', () => {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  const policy = { preset: 'jobs/full', rules: [{ match: { tool: 'shell' }, then: 'deny' }] }
  const { remedies } = explain(decideUnder(policy, { kind: 'tool', tool: 'shell' }))
  expect(remedies).toEqual(['Take the rule "deny shell" out of rules.'])
})

test.for([
  ['a list that becomes a word', ['deliverable'], 'none', 'Set axis to none (it is deliverable).'],
  ['a map that becomes a word', { level: 'auto' }, 'none', 'Set axis to none (it is level auto).'],
  ['nothing that becomes a map', null, { level: 'auto' }, 'Set axis to level auto (it is not said).'],
  ['a key that is new', {}, { build: { error_tolerance: 'low' } }, 'Set axis.build to error_tolerance low.'],
] as const)('%s is set as a whole', ([, from, to, remedy]) => {
  const decision = decideUnder('jobs/guided', { kind: 'completion' })
  expect(explain({ ...decision, would_allow_if: [{ axis: 'axis', from, to }] }).remedies).toEqual([remedy])
})

test('a stop of the job’s own is left out, not set', () => {
  const { remedies } = explain(
    decideUnder(
      { preset: 'jobs/full', custom_stops: { every_n_phases: 2 } },
      { kind: 'phase', phase: 'work', number: 2 },
    ),
  )
  expect(remedies).toEqual(['Leave out custom_stops.every_n_phases (it is 2).'])
})

test('a step tells what the run has collected', () => {
  const step = { kind: 'step', phase: 'build', status: 'warning' } as const
  const { sentences } = explain(
    decideUnder('standard', { ...step, warnings: [{ text: 'x', severity: 'low' }], totals: { errors: 2 } }),
  )
  expect(sentences[1]).toBe('So far the run has collected 1 warning and 2 errors.')
})

test('a report that was cut says so', () => {
  const policy = { preset: 'jobs/full', limits: { max_total_warnings: 1, on_limit_reached: 'truncate' } }
  const { sentences } = explain(
    decideUnder(policy, { kind: 'step', phase: 'build', status: 'warning', warnings: ['one', 'two'] }),
  )
  expect(sentences[1]).toContain('The report is cut at the limit.')
})

test.for([
  [
    'push',
    { kind: 'push', signals: { tokenCount: 60_000 } },
    /^The heuristics are \d+ of 100 sure; the strongest is duration\.$/,
  ],
  [
    'pop',
    { kind: 'pop', signals: { noProgressTurns: 9 } },
    /^The heuristics are \d+ of 100 sure; the strongest is stagnation\. The frame would end as blocked\.$/,
  ],
  ['nothing', { kind: 'push' }, /^No heuristic sees a reason for it\.$/],
] as const)('a frame tells how sure the heuristics are: %s', ([, gate, words]) => {
  expect(explain(decideUnder('frames/auto', gate)).sentences[1]).toMatch(words)
})

test('a list of any length is compared member by member once', () => {
  let written = 0
  const member = (name: number) => ({
    toJSON: () => {
      written += 1
      return `type_${name}`
    },
  })
  const from = Array.from({ length: 100 }, (_, index) => member(index))
  const to = Array.from({ length: 99 }, (_, index) => member(index + 1))
  const decision = decideUnder('jobs/guided', { kind: 'completion' })
  const told = explain({ ...decision, would_allow_if: [{ axis: 'checkpoint_types', from, to }] })
  expect(told.remedies).toHaveLength(1)
  expect(written).toBeLessThanOrEqual(2 * (from.length + to.length))
})

test('where no rule speaks of a call there is no limit, which is not the same as one that nobody said', () => {
  const { rows } = explain(decideUnder('jobs/full', { kind: 'tool', tool: 'shell' }))
  expect(rows.find(({ axis }) => axis === 'rules')?.limit).toBe('none')
})

test('several causes stand each by itself, and a reason that somebody else has worded as it is', () => {
  const decision = decideUnder('jobs/dependent', { kind: 'tool', tool: 'send_mail' })
  expect(explain(decision).causes).toEqual({
    lead: 'A person is asked, because:',
    each: [
      'the irreversibility is not said, which counts as high, above medium',
      'nothing says that the tool keeps to itself, which amplifies the risk',
    ],
  })
  expect(explain({ ...decision, reason: 'Somebody said so.' }).causes).toBeNull()
  expect(explain(decideUnder('standard', { kind: 'completion' })).causes).toBeNull()
})
