import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aProject } from '../testing/project.ts'
import { policyFor } from './policy-for.ts'
import { openWorkplace } from './workplace.ts'

const TENANT = `tenant:
  id: acme
  name: Acme Consulting
  models: { default: "openai:gpt-5.2" }
  verticals: [consulting]
  workers:
    analyst: { autonomy: semi_supervised }
    researcher: { autonomy: autonomous }
    manager: { autonomy: manual }
  connectors:
    slack: { enabled: true, credential_ref: vault/slack }
  security: { allowed_models: ["openai:*", "anthropic:*"], guards: { block: [secrets, pii] } }
  observability: { cost_budget_usd: 10 }
`
const AGENTS = {
  'leeway/agents/analyst.yaml': 'about: Analyses.\n',
  'leeway/agents/manager.yaml': 'about: Manages.\n',
}

test.for([
  ['analyst', ['deliverable', 'design_spec_approval', 'final_output', 'phase_transition', 'pre_render']],
  ['researcher', 'none'],
  ['manager', 'all'],
] as const)('a tenant’s word for the %s means the worker level of that name', async ([agent, types]) => {
  const workplace = await openWorkplace(await aProject({ ...AGENTS, 'leeway/tenants/acme.yaml': TENANT }), {})
  expect(policyFor(workplace, { agent, tenant: 'acme' }).policy.checkpoint_types).toEqual(types)
})

test('a tenant’s budget holds for its workers, and its setting for one of them may differ', async () => {
  const text = `${TENANT}    log_level: INFO\n`.replace('{ cost_budget_usd: 10 }', '\n    cost_budget_usd: 10')
  const tenant = text.replace('{ autonomy: manual }', '{ autonomy: { budget_usd: 3 } }')
  const root = await aProject({ ...AGENTS, 'leeway/tenants/acme.yaml': tenant })
  const workplace = await openWorkplace(root, {})
  const analyst = policyFor(workplace, { agent: 'analyst', tenant: 'acme' })
  expect(analyst.policy.budget_usd).toBe(10)
  expect(analyst.origins.budget_usd).toEqual([
    { said: join(root, 'leeway/tenants/acme.yaml'), line: 14, layer: 'tenant budget' },
  ])
  expect(policyFor(workplace, { agent: 'coder', tenant: 'acme' }).policy.budget_usd).toBe(10)
  expect(policyFor(workplace, { agent: 'manager', tenant: 'acme' }).policy.budget_usd).toBe(3)
})

test('a tenant’s budget of 0 means none, so it changes nothing', async () => {
  const tenant = 'id: a\nname: A\nobservability: { cost_budget_usd: 0 }\n'
  const root = await aProject({ 'leeway.yaml': 'autonomy: { budget_usd: 7 }\n', 'leeway/tenants/a.yaml': tenant })
  expect(policyFor(await openWorkplace(root, {}), { agent: 'debugger', tenant: 'a' }).policy.budget_usd).toBe(7)
})

test.for([
  ['models', 'models: { research: "openai:o9" }', '/models/research'],
  ['the allowed models', 'security: { allowed_models: ["openai:*"] }', '/security/allowed_models'],
  ['guards', 'security: { guards: { block: [secrets] } }', '/security/guards'],
  ['the place of data', 'security: { data_residency: eu }', '/security/data_residency'],
  ['encryption', 'security: { encryption_enabled: true }', '/security/encryption_enabled'],
  ['the cost of a call', 'observability: { per_call_limit_usd: 1 }', '/observability/per_call_limit_usd'],
  ['tasks at once', 'workers: { coder: { max_concurrent_tasks: 1 } }', '/workers/coder/max_concurrent_tasks'],
  ['instructions', 'workers: { coder: { custom_instructions: Ask. } }', '/workers/coder/custom_instructions'],
] as const)('a tenant’s limit on %s is refused, because nothing keeps it yet', async ([, line, path]) => {
  const root = await aProject({ 'leeway/tenants/t.yaml': `tenant:\n  id: a\n  name: A\n  ${line}\n` })
  await expect(openWorkplace(root, {})).rejects.toMatchObject({
    problems: [{ path: `/tenant${path}`, line: 4, message: expect.stringContaining('not enforced yet; leave it out') }],
  })
})

test('a connector names its secret and cannot hold one', async () => {
  const text = 'id: a\nname: A\nconnectors:\n  slack: { enabled: true, token: xoxb-1 }\n'
  const root = await aProject({ 'leeway/tenants/t.yaml': text })
  await expect(openWorkplace(root, {})).rejects.toMatchObject({
    problems: [{ code: 'unknown_key', path: '/connectors/slack/token', line: 4 }],
  })
})

test('tenant files are read as YAML and JSON, wrapped or not, from the configured folder', async () => {
  const root = await aProject({
    'leeway.yaml': 'tenants: config/tenants\n',
    'config/tenants/a.json': '{ "id": "a", "name": "A" }',
    'config/tenants/b.yml': 'tenant: { id: b, name: B }\n',
    'config/tenants/notes.txt': 'not a tenant',
  })
  expect([...(await openWorkplace(root, {})).tenants.keys()]).toEqual(['a', 'b'])
})

test.for([
  ['a misspelt key', 'id: a\nname: A\nworkrs: {}\n', { code: 'unknown_key', line: 3 }],
  ['an unknown key in the wrapper', 'tenant: { id: a, name: A }\nextra: 1\n', { code: 'unknown_key', line: 2 }],
  ['a missing id', 'name: A\n', { code: 'missing_key', line: 1 }],
  ['a wrong type', 'id: a\nname: A\nworkers:\n  x: { enabled: maybe }\n', { code: 'invalid_type', line: 4 }],
] as const)('a tenant file with %s is refused with its line', async ([, text, problem]) => {
  const root = await aProject({ 'leeway/tenants/t.yaml': text })
  await expect(openWorkplace(root, {})).rejects.toMatchObject({ problems: [problem] })
})

test('a tenant’s setting for a worker that does not exist is refused with its line', async () => {
  const text = 'tenant:\n  id: a\n  name: A\n  workers:\n    designer: {}\n    codr: { enabled: false }\n'
  const root = await aProject({ 'leeway/tenants/a.yaml': text })
  const problem = {
    file: join(root, 'leeway/tenants/a.yaml'),
    line: 6,
    message: 'There is no agent "codr". Did you mean "coder"?',
  }
  await expect(openWorkplace(root, {})).rejects.toMatchObject({ problems: [problem] })
})

test('two files of one tenant are refused, because one of them would be ignored', async () => {
  const root = await aProject({
    'leeway/tenants/a.yaml': 'id: a\nname: A\n',
    'leeway/tenants/b.yaml': 'id: a\nname: B\n',
  })
  await expect(openWorkplace(root, {})).rejects.toThrow('already in')
})

test('a project adds presets in families of its own, and finds them by their bare name', async () => {
  const preset = 'sentence: Two eyes on money.\npolicy:\n  preset: guided\n  budget_usd: 0\n'
  const root = await aProject({ 'leeway/presets/team/careful.yaml': preset, 'leeway.yaml': 'autonomy: careful\n' })
  const { policy } = policyFor(await openWorkplace(root, {}), {})
  expect(policy).toMatchObject({ budget_usd: 0, phase_stops: { strategic: true } })
})

test('a project cannot change what a preset of the product means', async () => {
  const root = await aProject({ 'leeway/presets/jobs/partial.yaml': 'sentence: Free.\npolicy: { preset: full }\n' })
  await expect(openWorkplace(root, {})).rejects.toThrow('belongs to the product')
})

test.for(['hands_off', 'team/hands_off', 'jobs/autonomous', 'standard/manual', 'team/standard'])(
  'a project’s preset %s is refused, because its bare name is one of the product’s',
  async (name) => {
    const root = await aProject({ [`leeway/presets/${name}.yaml`]: 'sentence: Free.\npolicy: { preset: full }\n' })
    await expect(openWorkplace(root, {})).rejects.toMatchObject({
      problems: [
        { file: join(root, `leeway/presets/${name}.yaml`), message: expect.stringContaining('belongs to the product') },
      ],
    })
  },
)

test.for([
  [['leeway.yml'], 'Rename it to leeway.yaml'],
  [['leeway.json'], 'Rename it to leeway.yaml'],
  [['leeway.YAML'], 'Rename it to leeway.yaml'],
  [['leeway.yaml', 'leeway.yml'], 'Move what it says to leeway.yaml'],
  [['leeway.yaml', 'leeway.json'], 'Move what it says to leeway.yaml'],
] as const)('settings in %j are refused, because nobody would read them', async ([names, wayOut]) => {
  const root = await aProject(Object.fromEntries(names.map((name) => [name, '{}'])))
  await expect(openWorkplace(root, {})).rejects.toMatchObject({
    problems: [{ file: join(root, names.at(-1) ?? ''), message: expect.stringContaining(wayOut) }],
  })
})

test('settings behind a link are read, and a link that leads nowhere is not the same as no settings', async () => {
  const root = await aProject({ 'shared.yaml': 'autonomy: { budget_usd: 7 }\n' })
  await symlink('shared.yaml', join(root, 'leeway.yaml'))
  expect(policyFor(await openWorkplace(root, {}), {}).policy.budget_usd).toBe(7)

  const broken = await aProject({})
  await symlink('nowhere', join(broken, 'leeway.yaml'))
  await expect(openWorkplace(broken, {})).rejects.toMatchObject({ code: 'unreadable_file' })
})

test('a file in the place of the folder leeway is refused', async () => {
  const root = await aProject({ leeway: 'not a folder' })
  await expect(openWorkplace(root, {})).rejects.toMatchObject({ code: 'unreadable_file' })
})

test('a project’s agent replaces the product’s of the same name', async () => {
  const root = await aProject({ 'leeway/agents/debugger.yaml': 'about: Ours.\nautonomy: dependent\n' })
  expect(policyFor(await openWorkplace(root, {}), { agent: 'debugger' }).policy.phase_stops.tactical).toBe(true)
})

test('a project’s own heuristic takes part in the recommendation', async () => {
  const heuristic =
    'name: many_files\nfor: push\nabout: Many files changed.\npoints:\n  - { signal: recentFileChanges, over: 1, add: 90 }\n'
  const root = await aProject({
    'leeway/heuristics/many_files.yaml': heuristic,
    'leeway.yaml': 'autonomy:\n  frames: { enabled_heuristics: [many_files] }\n',
  })
  expect(policyFor(await openWorkplace(root, {}), {}).policy.frames.enabled_heuristics).toEqual(['many_files'])
})

test('a file with several mistakes names them all', async () => {
  const root = await aProject({
    'leeway.yaml': 'autonomy:\n  budget_usd: lots\n  warning_tolerance: hihg\nceiling: {}\n',
  })
  const error = await openWorkplace(root, {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    problems: [
      { line: 2, path: '/autonomy/budget_usd', file: join(root, 'leeway.yaml') },
      { line: 3, path: '/autonomy/warning_tolerance' },
      { line: 4, path: '/ceiling', message: expect.stringContaining('Did you mean "ceilings"?') },
    ],
  })
})

test('a heuristic that takes the name of another is refused with its file and line', async () => {
  const heuristic = 'for: push\nabout: Mine.\npoints: [{ signal: errorCount, over: 1, add: 9 }]\nname: duration\n'
  const root = await aProject({ 'leeway/heuristics/mine.yaml': heuristic })
  await expect(openWorkplace(root, {})).rejects.toMatchObject({
    problems: [{ message: expect.stringContaining('already a heuristic'), line: 4 }],
  })
})
