import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { catalog, decideUnder } from '../../src/testing/catalog.ts'
import { entryOf, failingAxes } from '../../src/testing/failing-axes.ts'

type Step = Extract<GateInput, { kind: 'step' }>
const aStep = (step: Partial<Step> = {}): Step => ({ kind: 'step', phase: 'build', status: 'success', ...step })
const aWarning = (severity: string) => ({ text: 'a thing', severity })

/** No stops but those of runs, so that a verdict is about them. */
const quiet = { preset: 'jobs/full', check_in_frequency: 'never' } as const
const settings = (document: object) => {
  const { check_in_frequency, warning_tolerance, error_tolerance } = resolvePolicy(document, catalog)
  return [check_in_frequency, warning_tolerance, error_tolerance]
}

const LEVELS = [
  // level        check-in     warnings  errors
  ['dry-run', 'per-step', 'none', 'none'],
  ['assist', 'per-phase', 'none', 'none'],
  ['guarded', 'per-phase', 'low', 'none'],
  ['autonomous', 'end-only', 'medium', 'low'],
] as const

test.for(LEVELS)('the old level %s becomes %s, %s, %s', ([level, ...row]) => {
  expect(settings({ level })).toEqual(row)
  expect(settings({ preset: `runs/${level}` })).toEqual(row)
})

test.for(LEVELS)('beside the level %s each explicit key wins alone', ([level, checkIn, warnings, errors]) => {
  expect(settings({ level, check_in_frequency: 'never' })).toEqual(['never', warnings, errors])
  expect(settings({ level, warning_tolerance: 'high' })).toEqual([checkIn, 'high', errors])
  expect(settings({ level, error_tolerance: 'high' })).toEqual([checkIn, warnings, 'high'])
})

test('the level wins over the preset beside it, on its three axes only', () => {
  const document = { preset: 'jobs/full', level: 'assist' }
  expect(settings(document)).toEqual(['per-phase', 'none', 'none'])
  expect(resolvePolicy(document, catalog).phase_stops.completion).toBe(false)
})

test('overrides survive the migration of a level', () => {
  const overrides = { evaluate: { warning_tolerance: 'none', check_in_frequency: 'per-step' } }
  expect(resolvePolicy({ level: 'autonomous', overrides }, catalog).overrides).toEqual(overrides)
})

test('limits survive the migration of a level, and come from standard where they are not named', () => {
  const limitsOf = (document: object) => resolvePolicy(document, catalog).limits
  expect(limitsOf({ level: 'assist' })).toEqual({
    max_total_warnings: 50,
    max_total_errors: 20,
    on_limit_reached: 'stop',
  })
  expect(limitsOf({ level: 'assist', limits: { max_total_errors: 3 } })).toEqual({
    max_total_warnings: 50,
    max_total_errors: 3,
    on_limit_reached: 'stop',
  })
})

test.for(['assisted', 'Guarded', '', 'full'])('the level %j is an error', (level) => {
  expect(() => resolvePolicy({ level }, catalog)).toThrow(`"${level}"`)
})

test.for([
  // tolerance   low       medium    high
  ['none', 'no', 'no', 'no'],
  ['low', 'yes', 'no', 'no'],
  ['medium', 'yes', 'yes', 'no'],
  ['high', 'yes', 'yes', 'yes'],
] as const)('the tolerance %s', ([tolerance, ...tolerated]) => {
  for (const [index, severity] of ['low', 'medium', 'high'].entries()) {
    const isTolerated = tolerated[index] === 'yes'
    const issues = [aWarning(severity)]

    const warned = decideUnder(
      { ...quiet, warning_tolerance: tolerance },
      aStep({ status: 'warning', warnings: issues }),
    )
    expect(warned.verdict).toBe(isTolerated ? 'allow' : 'ask')
    expect(warned.collected?.warnings).toHaveLength(isTolerated ? 1 : 0)
    expect(warned.totals).toEqual({ warnings: isTolerated ? 1 : 0, errors: 0 })

    const failed = decideUnder({ ...quiet, error_tolerance: tolerance }, aStep({ status: 'failure', errors: issues }))
    expect(failed.verdict).toBe(isTolerated ? 'allow' : 'stop')
    expect(failed.collected?.errors).toHaveLength(isTolerated ? 1 : 0)
    expect(failed.totals).toEqual({ warnings: 0, errors: isTolerated ? 1 : 0 })
  }
})

test.for([
  // severity    counts as
  ['critical', 'high'],
  ['fatal', 'high'],
  ['blocker', 'high'],
  ['HIGH', 'high'],
  ['odd', 'medium'],
  ['info', 'medium'],
] as const)('an issue of severity %s counts as %s', ([severity, expected]) => {
  const { issues } = decideUnder(quiet, aStep({ warnings: [aWarning(severity)] }))
  expect(issues?.warnings).toEqual([{ text: 'a thing', severity: expected, category: 'other' }])
})

test('the worst of several issues decides, wherever it stands', () => {
  const policy = { ...quiet, warning_tolerance: 'medium' }
  const [low, medium, high] = ['low', 'medium', 'high'].map(aWarning) as [object, object, object]
  expect(decideUnder(policy, aStep({ warnings: [low, medium] as never })).verdict).toBe('allow')
  for (const warnings of [
    [high, low, medium],
    [low, high, medium],
    [low, medium, high],
  ]) {
    const decision = decideUnder(policy, aStep({ warnings: warnings as never }))
    expect(decision.verdict).toBe('ask')
    expect(decision.issues?.warnings).toHaveLength(3)
    expect(decision.collected?.warnings.map((issue) => issue.severity)).toEqual(['low', 'medium'])
    expect(decision.totals).toEqual({ warnings: 2, errors: 0 })
  }
})

test('an error above tolerance stops even where a warning above tolerance only asks', () => {
  const gate = aStep({ status: 'failure', warnings: [aWarning('high')], errors: [aWarning('high')] })
  const policy = { ...quiet, warning_tolerance: 'none', error_tolerance: 'none' }
  expect(decideUnder(policy, gate).verdict).toBe('stop')
  expect(failingAxes(policy, gate)).toEqual(['warning_tolerance', 'error_tolerance'])
})

test('a failure without errors counts as one high error', () => {
  const gate = aStep({ status: 'failure' })
  const refused = decideUnder({ ...quiet, error_tolerance: 'medium' }, gate)
  expect(refused.verdict).toBe('stop')
  expect(refused.issues?.errors).toMatchObject([{ severity: 'high' }])

  const tolerated = decideUnder({ ...quiet, error_tolerance: 'high' }, gate)
  expect(tolerated.verdict).toBe('allow')
  expect(tolerated.totals).toEqual({ warnings: 0, errors: 1 })
})

test('a failure that names an error is judged by that error alone', () => {
  const gate = aStep({ status: 'failure', errors: [aWarning('low')] })
  expect(decideUnder({ ...quiet, error_tolerance: 'low' }, gate).verdict).toBe('allow')
})

test('an error of a step that calls itself a success is an error', () => {
  const gate = aStep({ status: 'success', errors: [aWarning('low')] })
  expect(decideUnder({ ...quiet, error_tolerance: 'none' }, gate).verdict).toBe('stop')
})

test.for([
  // on_warning  above tolerance  within it
  [undefined, 'ask', 'allow'],
  ['continue', 'ask', 'allow'],
  ['prompt', 'ask', 'allow'],
  ['stop', 'stop', 'allow'],
] as const)('on_warning %s', ([on_warning, above, within]) => {
  const gate = aStep({ status: 'warning', warnings: [aWarning('medium')], result_handling: { on_warning } })
  expect(decideUnder({ ...quiet, warning_tolerance: 'low' }, gate).verdict).toBe(above)
  expect(decideUnder({ ...quiet, warning_tolerance: 'medium' }, gate).verdict).toBe(within)
})

test.for([undefined, 'continue', 'prompt', 'stop'] as const)('on_failure %s never loosens an error', (on_failure) => {
  const gate = aStep({ status: 'failure', errors: [aWarning('medium')], result_handling: { on_failure } })
  expect(decideUnder({ ...quiet, error_tolerance: 'low' }, gate).verdict).toBe('stop')
})

test.for([
  // on_success   status     verdict
  [undefined, 'success', 'allow'],
  ['continue', 'success', 'allow'],
  ['prompt', 'success', 'ask'],
  ['prompt', 'warning', 'allow'],
] as const)('on_success %s of a %s', ([on_success, status, verdict]) => {
  expect(decideUnder(quiet, aStep({ status, result_handling: { on_success } })).verdict).toBe(verdict)
})

const STEP = aStep()
const PHASE: GateInput = { kind: 'phase', phase: 'build', number: 2, since_check_in: { steps: 1 } }
const END: GateInput = { kind: 'completion' }

test.for([
  // frequency   step    phase   end of the workflow
  ['per-step', 'ask', 'ask', 'ask'],
  ['per-phase', 'pass', 'ask', 'ask'],
  ['end-only', 'pass', 'pass', 'ask'],
  ['never', 'pass', 'pass', 'pass'],
] as const)('%s checks in, and a finer one includes the coarser ones', ([check_in_frequency, ...expected]) => {
  const outcomes = [STEP, PHASE, END].map((gate) => entryOf('check_in_frequency', { check_in_frequency }, gate).outcome)
  expect(outcomes).toEqual(expected)
})

test('a check-in without any issue still asks', () => {
  expect(decideUnder({ ...quiet, check_in_frequency: 'per-phase' }, PHASE).verdict).toBe('ask')
  expect(decideUnder({ ...quiet, check_in_frequency: 'per-step' }, STEP).verdict).toBe('ask')
})

test.for<[object, string]>([
  [{ since_check_in: { steps: 0 } }, 'pass'],
  [{ since_check_in: { steps: 1 } }, 'ask'],
  [{}, 'ask'],
])('the end of a phase with %j', ([since, outcome]) => {
  const gate: GateInput = { kind: 'phase', phase: 'build', number: 2, ...since }
  for (const check_in_frequency of ['per-step', 'per-phase']) {
    expect(entryOf('check_in_frequency', { check_in_frequency }, gate).outcome).toBe(outcome)
  }
})

test('nothing since the last check-in lifts no other stop of the phase', () => {
  const gate: GateInput = { kind: 'phase', phase: 'strategic', number: 1, since_check_in: { steps: 0 } }
  expect(failingAxes({ preset: 'jobs/partial', check_in_frequency: 'per-step' }, gate)).toEqual(['phase_stops'])
})

const lows = (count: number) => Array.from({ length: count }, () => aWarning('low'))
const limited = (limits: object) => ({ ...quiet, limits: { max_total_warnings: 5, max_total_errors: 3, ...limits } })

test.for([
  // before  new  verdict   after
  [0, 4, 'allow', 4],
  [3, 1, 'allow', 4],
  [4, 1, 'stop', 5],
  [5, 0, 'stop', 5],
  [4, 3, 'stop', 7],
  [9, 0, 'stop', 9],
] as const)('%i warnings and %i more of at most 5: %s', ([before, more, verdict, after]) => {
  const gate = aStep({ totals: { warnings: before, errors: 0 }, warnings: lows(more) })
  const decision = decideUnder(limited({}), gate)
  expect(decision.verdict).toBe(verdict)
  expect(decision.totals).toEqual({ warnings: after, errors: 0 })
  expect(decision.truncated).toBe(false)
  expect(decision.collected?.warnings).toHaveLength(more)
})

test.for([
  // before  new  kept  truncated  after
  [0, 4, 4, false, 4],
  [4, 1, 1, true, 5],
  [4, 3, 1, true, 7],
  [5, 2, 0, true, 7],
  [9, 2, 0, true, 11],
] as const)('%i warnings and %i more, cut at 5: %i kept', ([before, more, kept, truncated, after]) => {
  const gate = aStep({ totals: { warnings: before, errors: 0 }, warnings: lows(more) })
  const decision = decideUnder(limited({ on_limit_reached: 'truncate' }), gate)
  expect(decision.verdict).toBe('allow')
  expect(decision.collected?.warnings).toHaveLength(kept)
  expect(decision.issues?.warnings).toHaveLength(more)
  expect(decision.totals).toEqual({ warnings: after, errors: 0 })
  expect(decision.truncated).toBe(truncated)
})

test.for([
  // before  new  verdict
  [0, 2, 'allow'],
  [2, 1, 'stop'],
  [1, 3, 'stop'],
] as const)('%i errors and %i more of at most 3: %s', ([before, more, verdict]) => {
  const gate = aStep({ status: 'failure', totals: { warnings: 0, errors: before }, errors: lows(more) })
  const decision = decideUnder(limited({}), gate)
  expect(decision.verdict).toBe(verdict)
  expect(decision.totals).toEqual({ warnings: 0, errors: before + more })
})

test('cutting one kind leaves the other whole', () => {
  const gate = aStep({ totals: { warnings: 4, errors: 0 }, warnings: lows(3), errors: lows(2) })
  const decision = decideUnder(limited({ on_limit_reached: 'truncate' }), gate)
  expect(decision.collected?.warnings).toHaveLength(1)
  expect(decision.collected?.errors).toHaveLength(2)
})

test('limits count what is tolerated only', () => {
  const gate = aStep({ totals: { warnings: 4, errors: 0 }, warnings: [aWarning('high')] })
  const policy = { ...limited({}), warning_tolerance: 'low' }
  expect(failingAxes(policy, gate)).toEqual(['warning_tolerance'])
  expect(decideUnder(policy, gate).totals).toEqual({ warnings: 4, errors: 0 })
})

test('missing totals count from zero, together and each', () => {
  expect(decideUnder(quiet, aStep()).totals).toEqual({ warnings: 0, errors: 0 })
  expect(decideUnder(quiet, aStep({ totals: { errors: 2 } })).totals).toEqual({ warnings: 0, errors: 2 })
})

test('a tripped limit and an intolerable warning both show in the trace', () => {
  const gate = aStep({ totals: { warnings: 4, errors: 0 }, warnings: [aWarning('low'), aWarning('high')] })
  const policy = { ...limited({}), warning_tolerance: 'low' }
  expect(decideUnder(policy, gate).verdict).toBe('stop')
  expect(failingAxes(policy, gate)).toEqual(['warning_tolerance', 'limits'])
})

test('limits inside an override are refused', () => {
  const overrides = { build: { limits: { max_total_warnings: 1 } } }
  expect(() => resolvePolicy({ overrides }, catalog)).toThrow('"limits"')
})

const STRICTER_EVALUATE = {
  ...quiet,
  check_in_frequency: 'per-phase',
  warning_tolerance: 'medium',
  error_tolerance: 'none',
  overrides: { evaluate: { warning_tolerance: 'none', check_in_frequency: 'per-step' } },
}

test.for([
  // phase       gate    warning    verdict
  ['build', 'step', undefined, 'allow'],
  ['build', 'step', 'medium', 'allow'],
  ['build', 'step', 'high', 'ask'],
  ['build', 'phase', undefined, 'ask'],
  ['evaluate', 'step', undefined, 'ask'],
  ['evaluate', 'phase', undefined, 'ask'],
] as const)('with a stricter evaluate phase, a %s %s with %s warning', ([phase, kind, severity, verdict]) => {
  const step = aStep({ phase, warnings: severity === undefined ? [] : [aWarning(severity)] })
  const gate: GateInput = kind === 'step' ? step : { kind, phase, number: 2 }
  expect(decideUnder(STRICTER_EVALUATE, gate).verdict).toBe(verdict)
})

test('the stricter evaluate phase tolerates no warning and keeps the error tolerance of the run', () => {
  const gate = aStep({ phase: 'evaluate', warnings: [aWarning('low')], errors: [aWarning('low')] })
  expect(failingAxes(STRICTER_EVALUATE, gate)).toEqual(['check_in_frequency', 'warning_tolerance', 'error_tolerance'])
})

test('an override may also be looser than the run', () => {
  const policy = { ...quiet, warning_tolerance: 'none', overrides: { frame: { warning_tolerance: 'high' } } }
  expect(decideUnder(policy, aStep({ phase: 'frame', warnings: [aWarning('high')] })).verdict).toBe('allow')
  expect(decideUnder(policy, aStep({ phase: 'build', warnings: [aWarning('high')] })).verdict).toBe('ask')
})

test('the end of the workflow knows no phase, so the frequency of the run holds', () => {
  const policy = { ...quiet, check_in_frequency: 'never', overrides: { release: { check_in_frequency: 'per-step' } } }
  expect(decideUnder(policy, END).verdict).toBe('allow')
})

test.for(['constructor', 'toString', 'hasOwnProperty'])('a phase called %s has no hidden override', (phase) => {
  expect(decideUnder({ ...quiet, overrides: {} }, aStep({ phase })).verdict).toBe('allow')
})

test.for([
  // required            phase      verdict
  [['release'], 'release', 'ask'],
  [['release'], 'build', 'allow'],
  [['frame', 'release'], 'frame', 'ask'],
  [[], 'release', 'allow'],
] as const)('with approval required for %j, the phase %s starts: %s', ([require_approval_for, phase, verdict]) => {
  expect(decideUnder({ ...quiet, require_approval_for }, { kind: 'phase_start', phase }).verdict).toBe(verdict)
})

test.for<[string, object, GateInput, string]>([
  [
    'a low warning with low tolerance',
    { warning_tolerance: 'low' },
    aStep({ warnings: [{ severity: 'low', text: 'Style issue' }] }),
    'allow',
  ],
  [
    'a medium warning with low tolerance',
    { warning_tolerance: 'low' },
    aStep({ warnings: [{ severity: 'medium', text: 'Deprecated API' }] }),
    'ask',
  ],
  [
    'a high error with low tolerance',
    { error_tolerance: 'low' },
    aStep({ status: 'failure', errors: [{ severity: 'high', text: 'Security vulnerability' }] }),
    'stop',
  ],
  [
    'a low error with no tolerance',
    { error_tolerance: 'none' },
    aStep({ status: 'failure', errors: [{ severity: 'low', text: 'Minor validation error' }] }),
    'stop',
  ],
  [
    'a per-phase check-in',
    { check_in_frequency: 'per-phase' },
    { kind: 'phase', phase: 'architect', number: 2, since_check_in: { steps: 3 } },
    'ask',
  ],
])('worked example: %s', ([, axes, gate, verdict]) => {
  expect(decideUnder({ ...quiet, ...axes }, gate).verdict).toBe(verdict)
})
