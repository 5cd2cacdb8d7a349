import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { aProject } from '../testing/project.ts'
import { ConfigOverride } from './autonomy.ts'
import { policyFor } from './policy-for.ts'
import { openWorkplace } from './workplace.ts'

const PLANS = { full: false, review: false, partial: true }

test.for([
  ['debugger', 'full'],
  ['researcher', 'partial'],
  ['writer', 'partial'],
  ['coder', 'partial'],
  ['validator', 'review'],
] as const)('the %s has the level %s by default', async ([agent, level]) => {
  const { policy } = policyFor(await openWorkplace(await aProject({}), {}), { agent })
  expect(policy.phase_stops).toEqual({
    initial_strategic: PLANS[level],
    strategic: false,
    tactical: false,
    completion: level !== 'full',
  })
})

test('without any configuration the policy is standard', async () => {
  const workplace = await openWorkplace(await aProject({}), {})
  expect(policyFor(workplace, {}).policy.check_in_frequency).toBe('never')
  expect(policyFor(workplace, {}).origins.rules).toMatchObject([{ layer: 'standard' }])
})

/** Each layer names the budget and one axis of its own, so that both the order and the axis-by-axis merge can be seen. */
const LAYERED = {
  'leeway.yaml': 'autonomy:\n  budget_usd: 1\n  warning_tolerance: none\n',
  'leeway/agents/analyst.yaml': 'about: Looks into markets.\nautonomy:\n  budget_usd: 3\n  error_tolerance: low\n',
  'leeway/tenants/acme.yaml':
    'tenant:\n  id: acme\n  name: Acme\n  workers:\n    analyst:\n      autonomy:\n        budget_usd: 4\n        combined_inference: true\n',
}

test.for([
  ['the project', {}, {}, 1],
  ['an environment variable over the project', { LEEWAY_BUDGET_USD: '2' }, {}, 2],
  ['the agent over the environment', { LEEWAY_BUDGET_USD: '2' }, { agent: 'analyst' }, 3],
  ['the tenant over the agent', { LEEWAY_BUDGET_USD: '2' }, { agent: 'analyst', tenant: 'acme' }, 4],
  [
    'the job over the tenant',
    {},
    { agent: 'analyst', tenant: 'acme', config_override: { autonomy: { budget_usd: 5 } } },
    5,
  ],
] as const)('%s has the last word', async ([, environment, request, budget]) => {
  const workplace = await openWorkplace(await aProject(LAYERED), environment)
  expect(policyFor(workplace, request).policy.budget_usd).toBe(budget)
})

test('each layer keeps the axes that the layers above it do not name', async () => {
  const workplace = await openWorkplace(await aProject(LAYERED), {})
  const { policy } = policyFor(workplace, { agent: 'analyst', tenant: 'acme', config_override: { autonomy: 'guided' } })
  expect(policy).toMatchObject({
    warning_tolerance: 'none',
    error_tolerance: 'low',
    combined_inference: true,
    budget_usd: 4,
    phase_stops: { strategic: true },
  })
})

test('every value knows its file and line, and who chose the preset', async () => {
  const root = await aProject({ ...LAYERED, 'leeway.yaml': 'autonomy:\n  preset: guided\n  budget_usd: 1\n' })
  const { origins } = policyFor(await openWorkplace(root, { LEEWAY_ERROR_TOLERANCE: 'low' }), {})
  expect(origins.budget_usd).toEqual([{ said: join(root, 'leeway.yaml'), line: 3, layer: 'project' }])
  expect(origins.phase_stops).toMatchObject([{ line: 5, by: { said: join(root, 'leeway.yaml'), line: 2 } }])
  expect(origins.phase_stops[0]?.said).toMatch(/presets\/jobs\/guided\.yaml$/)
  expect(origins.error_tolerance).toEqual([{ said: 'LEEWAY_ERROR_TOLERANCE', layer: 'LEEWAY_ERROR_TOLERANCE' }])
  expect(origins.delegable).toEqual([])
})

test.for([
  ['phased', { initial_strategic: true }, 'never'],
  ['workflow', {}, 'per-phase'],
  ['thread', {}, 'never'],
  ['plan', {}, 'never'],
] as const)('a %s program has its family’s default where its agent names none', async ([program, stops, checkIn]) => {
  const { policy } = policyFor(await openWorkplace(await aProject({}), {}), { program })
  expect(policy.phase_stops).toMatchObject(stops)
  expect(policy.check_in_frequency).toBe(checkIn)
  expect(policy.checkpoint_types.includes('phase_transition')).toBe(program === 'plan')
})

test('an agent that names its autonomy does not get its program’s default', async () => {
  const workplace = await openWorkplace(await aProject({}), {})
  expect(policyFor(workplace, { agent: 'validator', program: 'workflow' }).policy.check_in_frequency).toBe('never')
})

test('an agent that names neither autonomy nor program is driven in phases', async () => {
  const root = await aProject({ 'leeway/agents/analyst.yaml': 'about: Analyses.\n' })
  const { policy, origins } = policyFor(await openWorkplace(root, {}), { agent: 'analyst' })
  expect(policy.phase_stops.initial_strategic).toBe(true)
  expect(origins.phase_stops).toMatchObject([{ layer: 'program phased' }])
})

test('threads start with the configured composition', async () => {
  const root = await aProject({ 'leeway.yaml': 'threads:\n  default_autonomy_composition: hands_off\n' })
  const { policy } = policyFor(await openWorkplace(root, {}), { program: 'thread' })
  expect(policy.auto_advance_states).toEqual([])
})

test('an unknown composition is an error with its line, not a silent fallback', async () => {
  const root = await aProject({ 'leeway.yaml': 'threads:\n  default_autonomy_composition: hand_off\n' })
  const workplace = await openWorkplace(root, {})
  expect(() => policyFor(workplace, { program: 'thread' })).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ code: 'unknown_preset', file: join(root, 'leeway.yaml'), line: 2 })],
    }),
  )
})

const CEILINGS = `ceilings:
  global: { budget_usd: 2 }
  project: { phase_stops: { completion: true } }
  users:
    ada: { budget_usd: 1, warning_tolerance: none }
`

test('the strictest ceiling counts on each axis, and leaves the axes that it does not name', async () => {
  const root = await aProject({ 'leeway.yaml': CEILINGS })
  const { policy, origins } = policyFor(await openWorkplace(root, {}), {
    agent: 'debugger',
    user: 'ada',
    config_override: { autonomy: { budget_usd: 9 } },
  })
  expect(policy).toMatchObject({
    budget_usd: 1,
    warning_tolerance: 'none',
    error_tolerance: 'high',
    phase_stops: { initial_strategic: false, completion: true },
  })
  expect(origins.budget_usd.map(({ layer, line }) => [layer, line])).toEqual([
    ['job', undefined],
    ['global ceiling', 2],
    ['user ceiling', 5],
  ])
})

test('a preset as a ceiling speaks of every axis, and is told with the line that chose it', async () => {
  const root = await aProject({ 'leeway.yaml': 'ceilings:\n  project: review\n' })
  const config_override = { autonomy: { budget_usd: 9, error_tolerance: 'high' } } as const
  const { policy, origins } = policyFor(await openWorkplace(root, {}), { agent: 'debugger', config_override })
  expect(policy).toMatchObject({
    budget_usd: 0.5,
    error_tolerance: 'none',
    phase_stops: { initial_strategic: false, completion: true },
  })
  expect(relative(root, origins.phase_stops.at(-1)?.by?.said ?? '')).toBe('leeway.yaml')
})

test.for(['Ada', 'adaa', 'ADA'])('the user %s gets no policy where the ceiling of ada was meant', async (user) => {
  const workplace = await openWorkplace(await aProject({ 'leeway.yaml': CEILINGS }), {})
  expect(() => policyFor(workplace, { user })).toThrow('Did you mean "ada"?')
})

test('a user who is not listed has only the ceilings of all', async () => {
  const listed = `${CEILINGS}    adam: {}\n`
  const workplace = await openWorkplace(await aProject({ 'leeway.yaml': listed }), {})
  for (const user of ['adam', 'grace']) expect(policyFor(workplace, { user }).policy.warning_tolerance).not.toBe('none')
})

test('a ceiling never makes a policy freer', async () => {
  const root = await aProject({ 'leeway.yaml': 'ceilings:\n  project: full\n' })
  const { policy } = policyFor(await openWorkplace(root, {}), { config_override: { autonomy: 'dependent' } })
  expect(policy.phase_stops.tactical).toBe(true)
})

test('a phase setting is no shield from a ceiling on the run', async () => {
  const root = await aProject({ 'leeway.yaml': 'ceilings:\n  project: { check_in_frequency: per-phase }\n' })
  const autonomy = { check_in_frequency: 'per-step', overrides: { build: { check_in_frequency: 'never' } } } as const
  const { policy } = policyFor(await openWorkplace(root, {}), { config_override: { autonomy } })
  expect(policy).toMatchObject({
    check_in_frequency: 'per-step',
    overrides: { build: { check_in_frequency: 'per-phase' } },
  })
})

test.for([
  ['agent', { agent: 'resercher' }, 'Did you mean "researcher"?'],
  ['tenant', { tenant: 'acne' }, 'Did you mean "acme"?'],
] as const)('an unknown %s is an error that suggests the nearest', async ([, request, suggestion]) => {
  const workplace = await openWorkplace(await aProject(LAYERED), {})
  expect(() => policyFor(workplace, request)).toThrow(suggestion)
})

test('a worker that its tenant switched off gets no policy', async () => {
  const tenant = 'id: acme\nname: Acme\nworkers:\n  coder:\n    enabled: false\n'
  const workplace = await openWorkplace(await aProject({ 'leeway/tenants/acme.yaml': tenant }), {})
  expect(() => policyFor(workplace, { agent: 'coder', tenant: 'acme' })).toThrow('switched the worker "coder" off')
})

test.for(['FULL', ' full', 'full\u0000', 'fulll'])(
  'the job override %j is refused, not folded or trimmed',
  async (autonomy) => {
    const workplace = await openWorkplace(await aProject({}), {})
    expect(() => policyFor(workplace, { config_override: { autonomy } })).toThrow('There is no preset')
  },
)

test('a tenant without an agent is refused, because its settings are those of its workers', async () => {
  const workplace = await openWorkplace(await aProject(LAYERED), {})
  expect(() => policyFor(workplace, { tenant: 'acme' })).toThrow('Name the agent as well')
})

test.for([
  ['a key that nobody knows', { usr: 'ada' }, { code: 'unknown_key', path: '/usr' }],
  ['an empty user', { user: '' }, { code: 'invalid_value', path: '/user' }],
  ['an unknown program', { program: 'phasd' }, { code: 'invalid_value', path: '/program' }],
  ['a misspelt override', { config_override: { autonmy: 'guided' } }, { path: '/config_override/autonmy' }],
  ['an unknown axis', { config_override: { autonomy: { budget: 1 } } }, { path: '/config_override/autonomy/budget' }],
] as const)('a request with %s is refused', async ([, request, problem]) => {
  const workplace = await openWorkplace(await aProject({}), {})
  expect(() => policyFor(workplace, request as object)).toThrow(
    expect.objectContaining({ name: 'AppError', problems: [expect.objectContaining(problem)] }),
  )
})

test('what a job asks for is brought into the same form as what files say', async () => {
  const workplace = await openWorkplace(await aProject({}), {})
  const autonomy = { checkpoint_types: ['pre_render', 'deliverable', 'deliverable'] }
  const { policy } = policyFor(workplace, { config_override: { autonomy } })
  expect(policy.checkpoint_types).toEqual(['deliverable', 'pre_render'])
})

test('a job cannot override what it has no say in', () => {
  expect(ConfigOverride.safeParse({ autonomy: 'guided' }).success).toBe(true)
  expect(ConfigOverride.safeParse({ ceilings: {} }).error?.message).toContain('Unknown key')
})
