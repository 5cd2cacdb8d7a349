import { expect, test } from 'vitest'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { catalog, decideUnder } from '../testing/catalog.ts'
import { AXES } from './axes.ts'
import { compare } from './compare.ts'
import { delegableOf } from './meet.ts'
import { standardPolicy } from './overlay.ts'
import { resolveChild, resolvePolicy } from './resolve.ts'

const PRESETS = [
  'standard',
  ...['workers/manual', 'workers/semi_supervised', 'workers/autonomous'],
  ...['jobs/full', 'jobs/review', 'jobs/partial', 'jobs/guided', 'jobs/dependent'],
  ...['runs/dry-run', 'runs/assist', 'runs/guarded', 'runs/autonomous'],
  ...['threads/end_to_end', 'threads/plan_then_review', 'threads/hands_off'],
  ...['frames/manual', 'frames/suggest', 'frames/auto'],
]

function problemsIn(document: unknown): readonly Problem[] {
  try {
    resolvePolicy(document, catalog)
  } catch (error) {
    if (error instanceof AppError) return error.problems
    throw error
  }
  return []
}

test('the presets of the contract are there, and no others', () => {
  expect([...catalog.presets.keys()].toSorted()).toEqual(PRESETS.toSorted())
})

test.for(PRESETS)('%s is a complete policy and says in one sentence what it means', (name) => {
  const policy = resolvePolicy(name, catalog)
  expect(Object.keys(policy).toSorted()).toEqual([...AXES.map((axis) => axis.name), 'delegable'].toSorted())
  expect(catalog.presets.get(name)?.sentence).toMatch(/^[A-Z].*[^.]\.$/)
})

test('standard is what the contract says', () => {
  expect(standardPolicy(catalog)).toMatchObject({
    checkpoint_types: ['deliverable', 'design_spec_approval', 'pre_render'],
    phase_stops: resolvePolicy('jobs/partial', catalog).phase_stops,
    custom_stops: {},
    check_in_frequency: 'never',
    require_approval_for: [],
    warning_tolerance: 'low',
    error_tolerance: 'none',
    limits: { max_total_warnings: 50, max_total_errors: 20, on_limit_reached: 'stop' },
    overrides: {},
    risk_tolerance: { financial_cents: 50, privacy: 'none', accuracy: 'low_stakes', compute: 'background' },
    frames: resolvePolicy('frames/suggest', catalog).frames,
    rules: [],
    delegable: {},
  })
})

test.for(PRESETS.filter((name) => name !== 'jobs/full' && name !== 'workers/autonomous'))(
  'what %s does not name comes from standard',
  (name) => {
    const named = Object.keys(catalog.presets.get(name)?.policy ?? {})
    const standard = standardPolicy(catalog)
    const policy = resolvePolicy(name, catalog)
    const unnamed = AXES.map((axis) => axis.name).filter((axis) => !named.includes(axis))
    for (const axis of unnamed) expect(policy[axis]).toEqual(standard[axis])
  },
)

test('nothing at all is standard', () => {
  expect(resolvePolicy({}, catalog)).toEqual(standardPolicy(catalog))
  expect(resolvePolicy('standard', catalog)).toEqual(standardPolicy(catalog))
})

test('policies share the parts of standard that they do not change, which nobody can write into', () => {
  const own = { ...catalog }
  const [one, other] = [{ budget_usd: 1 }, 'jobs/guided'].map((document) => resolvePolicy(document, own))
  expect(one?.risk_tolerance).toBe(other?.risk_tolerance)
  expect(Object.isFrozen(one?.risk_tolerance)).toBe(true)
})

test('a document overrides its preset axis by axis', () => {
  const document = { preset: 'threads/hands_off', budget_usd: 3, limits: { max_total_errors: 1 } }
  expect(resolvePolicy(document, catalog)).toEqual({
    ...resolvePolicy('threads/hands_off', catalog),
    budget_usd: 3,
    limits: { max_total_warnings: 50, max_total_errors: 1, on_limit_reached: 'stop' },
  })
})

test.for(PRESETS.filter((name) => !['manual', 'autonomous'].includes(name.split('/').at(-1) ?? '')))(
  'the bare name of %s is enough',
  (name) => {
    expect(resolvePolicy(name.split('/').at(-1), catalog)).toEqual(resolvePolicy(name, catalog))
  },
)

test.for([
  ['manual', ['frames/manual', 'workers/manual']],
  ['autonomous', ['runs/autonomous', 'workers/autonomous']],
] as const)('%s is ambiguous, and the error lists the choices', ([name, choices]) => {
  for (const document of [name, { preset: name }, { delegable: { preset: name } }]) {
    const [problem, ...others] = problemsIn(document)
    expect(others).toEqual([])
    expect(problem?.code).toBe('ambiguous_preset')
    for (const said of [`"${name}"`, ...choices]) expect(problem?.message).toContain(said)
  }
})

test.for(['jobs/full', 'workers/autonomous'])('nothing that is built in is looser than %s', (name) => {
  const open = resolvePolicy(name, catalog)
  for (const other of PRESETS) {
    const { violations } = compare(open, resolvePolicy(other, catalog))
    expect(violations.filter((axis) => !['rules', 'limits', 'budget_usd'].includes(axis))).toEqual([])
  }
})

test('jobs/full and workers/autonomous are the same policy', () => {
  expect(resolvePolicy('jobs/full', catalog)).toEqual(resolvePolicy('workers/autonomous', catalog))
})

test.for(['jobs/full', 'workers/autonomous'])('under %s deny rules, limits and the budget still hold', (preset) => {
  const policy = { preset, rules: [{ match: { tool: 'rm' }, then: 'deny' }] }
  expect(decideUnder(policy, { kind: 'tool', tool: 'rm' }).verdict).toBe('deny')
  expect(decideUnder(policy, { kind: 'tool', tool: 'ls', spent_usd: 0.51 }).verdict).toBe('ask')
  const step = { kind: 'step', phase: 'build', status: 'success', totals: { warnings: 50, errors: 0 } } as const
  expect(decideUnder(policy, step).verdict).toBe('stop')
})

test.for<[unknown, string, string, string]>([
  // document                               code              path                 the error names, and suggests
  [{ preset: 'jobs/fulll' }, 'unknown_preset', '/preset', '"jobs/fulll". Did you mean "jobs/full"?'],
  [{ preset: 'guidde' }, 'unknown_preset', '/preset', '"guidde". Did you mean "guided"?'],
  [{ warning_tolerence: 'low' }, 'unknown_key', '/warning_tolerence', '"warning_tolerence". Did you mean "warning_tol'],
  [
    { warning_tolerance: 'hihg' },
    'invalid_value',
    '/warning_tolerance',
    '"hihg" is not known here. Did you mean "high"?',
  ],
  [{ check_in_frequency: 'per_step' }, 'invalid_value', '/check_in_frequency', '"per-step"'],
  [{ level: 'guardd' }, 'invalid_value', '/level', '"guarded"'],
  [{ checkpoint_types: 'al' }, 'invalid_type', '/checkpoint_types', '"al" is not known here. Did you mean "all"?'],
  [{ checkpoint_types: 'deliverable' }, 'invalid_type', '/checkpoint_types', '"deliverable"'],
  [{ phase_stops: { tacticl: true } }, 'unknown_key', '/phase_stops/tacticl', '"tactical"'],
  [{ custom_stops: { milestone: [] } }, 'unknown_key', '/custom_stops/milestone', '"milestones"'],
  [{ limits: { max_total_warning: 1 } }, 'unknown_key', '/limits/max_total_warning', '"max_total_warnings"'],
  [{ limits: { on_limit_reached: 'truncat' } }, 'invalid_value', '/limits/on_limit_reached', '"truncate"'],
  [{ overrides: { build: { limits: {} } } }, 'unknown_key', '/overrides/build/limits', '"limits"'],
  [{ overrides: { build: { error_tolerance: 'lo' } } }, 'invalid_value', '/overrides/build/error_tolerance', '"low"'],
  [{ auto_advance_states: ['done', 'proposd'] }, 'invalid_value', '/auto_advance_states/1', '"proposed"'],
  [{ consent_required_kinds: ['action_aproved'] }, 'invalid_value', '/consent_required_kinds/0', '"action_approved"'],
  [{ irreversibility_threshold: 'hi' }, 'invalid_value', '/irreversibility_threshold', '"hi"'],
  [{ risk_tolerance: { privacy: 'publik' } }, 'invalid_value', '/risk_tolerance/privacy', '"public"'],
  [{ allowed_action_kinds: ['standart'] }, 'invalid_value', '/allowed_action_kinds/0', '"standard"'],
  [{ allowed_invocation_contexts: ['user_invocatio'] }, 'invalid_value', '/allowed_invocation_contexts/0', '"user_inv'],
  [{ inference_floor_tier: 'frontier_fst' }, 'invalid_value', '/inference_floor_tier', '"frontier_fast"'],
  [{ frames: { level: 'automatic' } }, 'invalid_value', '/frames/level', '"automatic"'],
  [{ frames: { enabled_heuristics: ['durations'] } }, 'unknown_name', '/frames/enabled_heuristics', '"duration"'],
  [{ rules: [{ match: { tool: 'x' }, then: 'alow' }] }, 'invalid_value', '/rules/0/then', '"allow"'],
  [{ rules: [{ match: { tool: 'x', arg: {} }, then: 'ask' }] }, 'unknown_key', '/rules/0/match/arg', '"args"'],
  [{ delegable: { budget: 1 } }, 'unknown_key', '/delegable/budget', '"budget"'],
  [{ delegable: { delegable: {} } }, 'unknown_key', '/delegable/delegable', '"delegable"'],
])('%j is an error (%s at %s)', ([document, code, path, says]) => {
  expect(problemsIn(document)).toMatchObject([{ code, path, message: expect.stringContaining(says) }])
})

test.for<[unknown, string]>([
  [{ phase_stops: { tactical: 'yes' } }, '/phase_stops/tactical'],
  [{ phase_stops: true }, '/phase_stops'],
  [{ custom_stops: { every_n_phases: 0 } }, '/custom_stops/every_n_phases'],
  [{ custom_stops: { every_n_phases: 1.5 } }, '/custom_stops/every_n_phases'],
  [{ custom_stops: { confidence_below: 2 } }, '/custom_stops/confidence_below'],
  [{ require_approval_for: 'release' }, '/require_approval_for'],
  [{ limits: { max_total_warnings: -1 } }, '/limits/max_total_warnings'],
  [{ limits: { max_total_warnings: '5' } }, '/limits/max_total_warnings'],
  [{ inference_confidence_floor: 1.01 }, '/inference_confidence_floor'],
  [{ inference_confidence_floor: Number.NaN }, '/inference_confidence_floor'],
  [{ pause_on_risk_amplifier: 'true' }, '/pause_on_risk_amplifier'],
  [{ budget_usd: -0.01 }, '/budget_usd'],
  [{ budget_usd: '1' }, '/budget_usd'],
  [{ budget_usd: Number.POSITIVE_INFINITY }, '/budget_usd'],
  [{ frames: { push_threshold: 101 } }, '/frames/push_threshold'],
  [{ frames: { pop_threshold: -1 } }, '/frames/pop_threshold'],
  [{ checkpoint_types: 'some' }, '/checkpoint_types'],
  [{ checkpoint_types: [''] }, '/checkpoint_types/0'],
  [{ checkpoint_types: [1] }, '/checkpoint_types/0'],
  [{ warning_tolerance: 'LOW' }, '/warning_tolerance'],
  [{ preset: 3 }, '/preset'],
  [{ rules: {} }, '/rules'],
  [{ rules: [{ match: {}, then: 'ask' }] }, '/rules/0/match/tool'],
  [{ rules: [{ match: { tool: 'x' } }] }, '/rules/0/then'],
  [{ rules: [{ match: { tool: { regex: '(' } }, then: 'ask' }] }, '/rules/0/match/tool/regex'],
  [[], ''],
  [3, ''],
  [true, ''],
])('%j is an error at %j', ([document, path]) => {
  const problems = problemsIn(document)
  expect(problems.map((problem) => problem.path)).toContain(path)
})

test.for(['preset', 'level', 'delegable', ...AXES.map((axis) => axis.name)])('null for %s is an error', (key) => {
  expect(problemsIn({ [key]: null })).toMatchObject([{ path: `/${key}`, message: expect.stringContaining('null') }])
})

test('null instead of a policy is an error', () => {
  expect(problemsIn(null)).toMatchObject([{ path: '' }])
})

test('every problem of a document is named at once', () => {
  const problems = problemsIn({ warning_tolerance: 'x', budget: 1, limits: { max_total_errors: -1 } })
  expect(problems.map((problem) => problem.path).toSorted()).toEqual([
    '/budget',
    '/limits/max_total_errors',
    '/warning_tolerance',
  ])
})

test('what a child does not name comes from what its parent hands on', () => {
  const parent = resolvePolicy({ preset: 'threads/hands_off', delegable: { budget_usd: 0.1 } }, catalog)
  expect(resolveChild(parent, {}, catalog)).toEqual({ ...parent, budget_usd: 0.1, delegable: {} })
  expect(resolveChild(parent, { error_tolerance: 'low' }, catalog)).toEqual({
    ...parent,
    budget_usd: 0.1,
    error_tolerance: 'low',
    delegable: {},
  })
})

test.for([
  ['a preset by its name', 'jobs/guided'],
  ['a document that names a preset', { preset: 'jobs/guided' }],
])('%s means the same for a child as for anybody', ([, child]) => {
  const parent = resolvePolicy('runs/assist', catalog)
  expect(resolveChild(parent, child, catalog)).toEqual(resolvePolicy(child, catalog))
  expect(compare(parent, resolveChild(parent, child, catalog)).violations).toEqual([
    'check_in_frequency',
    'warning_tolerance',
  ])
})

test('a preset that is handed on brings the axes of its file; rules, limits and budget stay the policy’s own', () => {
  const rules = [{ match: { tool: 'rm' }, then: 'deny' }] as const
  const own = { preset: 'workers/manual', budget_usd: 0.01, rules }
  const policy = resolvePolicy({ ...own, delegable: { preset: 'jobs/full' } }, catalog)
  expect(delegableOf(policy)).toMatchObject({ checkpoint_types: 'none', rules, budget_usd: 0.01 })
})

test.for([
  [{ budget: 1 }],
  [{ preset: 'jobs/guidd' }],
  [{ preset: 'manual' }],
  [{ frames: { enabled_heuristics: ['x'] } }],
  [{ delegable: { frames: { enabled_heuristics: ['x'] } } }],
])('%j is an error of the input', ([document]) => {
  expect(() => resolvePolicy(document, catalog)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test.for<[unknown, string]>([
  [3, ''],
  [true, ''],
  ['nothing', '"nothing" is not known here. '],
  ['non', '"non" is not known here. Did you mean "none"? '],
])('checkpoint types that are %j are told what they may be', ([checkpoint_types, misread]) => {
  expect(problemsIn({ checkpoint_types })).toMatchObject([
    { message: `${misread}Write "all", "none", or a list of checkpoint types.` },
  ])
})

test.for<[unknown, string, string]>([
  [{ 'a..b': 'x' }, '/a..b', 'The path "a..b" has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  [3, '', '3 is not a map.'],
])('a rule with the arguments %j is told what is wrong with them', ([args, place, message]) => {
  const rules = [{ match: { tool: 'x', args }, then: 'ask' }]
  expect(problemsIn({ rules })).toMatchObject([{ path: `/rules/0/match/args${place}`, message }])
})
