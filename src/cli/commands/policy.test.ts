import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLeeway } from '../../compose.ts'
import { digestOf, type Policy } from '../../policy/policy.ts'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

test.for(['standard', 'jobs/full', 'hands_off', 'workers/semi_supervised'])(
  '%s is printed exactly as decide digests it',
  async (preset) => {
    const { out, code } = await run(['policy', preset])
    const asked = await run(['decide'], { input: JSON.stringify({ policy: preset, gate: { kind: 'completion' } }) })
    expect(code).toBe(0)
    expect(digestOf(JSON.parse(out) as Policy)).toBe(JSON.parse(asked.out).policy_digest)
  },
)

test('what a file does not name comes from standard, and standard input is a file too', async () => {
  const folder = await aProject({ 'own.yaml': 'budget_usd: 3\n', 'own.json': '{"budget_usd": 3}' })
  const standard = JSON.parse((await run(['policy', 'standard'])).out)
  const expected = { ...standard, budget_usd: 3 }
  expect(JSON.parse((await run(['policy', 'own.yaml'], { folder })).out)).toEqual(expected)
  expect(JSON.parse((await run(['policy', 'own.json'], { folder })).out)).toEqual(expected)
  expect(JSON.parse((await run(['policy', '-'], { input: 'budget_usd: 3' })).out)).toEqual(expected)
  expect(JSON.parse((await run(['policy', '-'], { input: '{"budget_usd": 3}' })).out)).toEqual(expected)
})

test('a named policy does not read the environment; what is configured does', async () => {
  const environment = { LEEWAY_BUDGET_USD: '7' }
  expect(JSON.parse((await run(['policy', 'standard'], { environment })).out).budget_usd).toBe(0.5)
  const folder = await aProject({})
  expect(JSON.parse((await run(['policy'], { environment, folder })).out).budget_usd).toBe(7)
})

test('origins name the line of every value and who chose the preset', async () => {
  const folder = await aProject({
    'leeway.yaml': 'autonomy:\n  preset: guided\n  budget_usd: 2\n',
  })
  const { out } = await run(['policy', '--origins', '--json'], {
    folder,
    environment: { LEEWAY_ERROR_TOLERANCE: 'low' },
  })
  const { policy, origins } = JSON.parse(out)
  expect(policy.budget_usd).toBe(2)
  expect(origins.budget_usd).toEqual([{ said: 'leeway.yaml', line: 3, layer: 'project' }])
  expect(origins.error_tolerance).toEqual([{ said: 'LEEWAY_ERROR_TOLERANCE', layer: 'LEEWAY_ERROR_TOLERANCE' }])
  expect(origins.phase_stops).toMatchObject([
    { said: 'leeway:presets/jobs/guided.yaml', line: 5, by: { said: 'leeway.yaml' } },
  ])
  expect(origins.rules).toEqual([{ said: 'leeway:presets/standard.yaml', line: 5, layer: 'standard' }])
})

test('origins of a file point into the file, and its preset is chosen on the line that names it', async () => {
  const folder = await aProject({ 'own.yaml': '# ours\npreset: jobs/full\nbudget_usd: 3\n' })
  const { origins } = JSON.parse((await run(['policy', 'own.yaml', '--origins', '--json'], { folder })).out)
  expect(origins.budget_usd).toMatchObject([{ said: 'own.yaml', line: 3 }])
  expect(origins.warning_tolerance).toMatchObject([
    { said: 'leeway:presets/workers/autonomous.yaml', by: { said: 'own.yaml', line: 2 } },
  ])
})

test('what a job asks for is told by the option or the file that says it', async () => {
  const folder = await aProject({ 'job.yaml': 'preset: jobs/review\nbudget_usd: 1\n' })
  const file = JSON.parse((await run(['policy', '--job', 'job.yaml', '--origins', '--json'], { folder })).out).origins
  expect(file.budget_usd).toMatchObject([{ said: 'job.yaml', line: 2 }])
  expect(file.phase_stops).toMatchObject([{ by: { said: 'job.yaml', line: 1 } }])
  const name = JSON.parse((await run(['policy', '--job', 'review', '--origins', '--json'], { folder })).out).origins
  expect(name.phase_stops).toMatchObject([{ said: 'leeway:presets/jobs/review.yaml', by: { said: '--job' } }])
})

test('an agent without a file gets what any such agent gets, and that is said', async () => {
  const folder = await aProject({ 'leeway.yaml': 'autonomy: jobs/guided\n' })
  const any = await run(['policy'], { folder })
  const mailer = await run(['policy', '--agent', 'mailer'], { folder })
  expect(mailer).toMatchObject({ code: 0, out: any.out })
  expect(mailer.err).toMatch(/^warning: Nothing is configured for an agent "mailer".*leeway\/agents\/mailer\.yaml\.\n$/)
  // It is the policy that the agent's jobs really get.
  const leeway = await openLeeway({ root: folder, agent: 'mailer' })
  onTestFinished(() => leeway.close())
  const job = await (await leeway.job()).read()
  expect(job.policy).toBe(digestOf(JSON.parse(mailer.out)))
  expect((await run(['policy', '--agent', 'codr'], { folder })).err).toContain('Did you mean "coder"?')
  expect((await run(['policy', '--agent', 'coder'], { folder })).err).toBe('')
})

test('the agent, the tenant and the user have their say', async () => {
  const folder = await aProject({
    'leeway.yaml': 'ceilings: { users: { ann: { budget_usd: 0.1 } } }\n',
    'leeway/tenants/acme.yaml': 'id: acme\nname: Acme\nworkers: { coder: { autonomy: { warning_tolerance: none } } }\n',
  })
  const { out } = await run(
    ['policy', '--agent', 'coder', '--tenant', 'acme', '--user', 'ann', '--program', 'phased'],
    {
      folder,
    },
  )
  expect(JSON.parse(out)).toMatchObject({ warning_tolerance: 'none', budget_usd: 0.1 })
})

test.for([
  ['table for people on a wide page', 120, /axis +value +where it was said +chosen by\n/],
  ['two columns on a narrow page', 80, /leeway:presets\/workers\/autonomous\.yaml:7, chosen by\s+jobs\/full/],
] as const)('%s', async ([, columns, expected]) => {
  const { out } = await run(['policy', 'jobs/full', '--origins'], { columns, environment: { NO_COLOR: '1' } })
  expect(out).toMatch(expected)
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
})

test.for([
  [
    'an unknown preset',
    ['policy', 'jobs/ful'],
    /There is no preset "jobs\/ful". Did you mean "jobs\/full"\?.*either/,
    2,
  ],
  ['an ambiguous preset', ['policy', 'manual'], /ambiguous\. Write one of: frames\/manual, workers\/manual/, 2],
  ['a file that is nearly there', ['policy', './onw.yaml'], /There is no file .*Did you mean "own.yaml"/, 1],
  ['nearly a preset and nearly a file', ['policy', 'own.yml'], /Did you mean "own.yaml"/, 1],
  [
    'a mistake in a file',
    ['policy', 'wrong.yaml'],
    /^wrong\.yaml:1:1: Unknown key "budgt_usd"\. Did you mean "budget_usd"/,
    1,
  ],
  ['an unknown heuristic', ['policy', 'deaf.yaml'], /deaf\.yaml:1:\d+: There is no heuristic "complexty"/, 1],
  ['an unknown tenant', ['policy', '--agent', 'coder', '--tenant', 'acm'], /There is no tenant "acm"/, 2],
  ['a mistake in the file of a job', ['policy', '--job', 'wrong.yaml'], /^wrong\.yaml:1:1: Unknown key "budgt_usd"/, 1],
  ['an unknown program', ['policy', '--program', 'fased'], /There is no program "fased"\. Did you mean "phased"/, 2],
  ['an unknown option', ['policy', '--orgins'], /^There is no option "--orgins"\. Did you mean "--origins"\?\n/, 2],
  ['an option without its value', ['policy', '--agent'], /^The option "--agent" needs a value\.\n/, 2],
  [
    'an option in place of a value',
    ['policy', '--agent', '--json'],
    /^The option "--agent" needs a value\. To give it "--json", write "--agent=--json"/,
    2,
  ],
  ['an empty value', ['policy', '--agent='], /^The option "--agent" needs a value\.\n/, 2],
  [
    'a value that nobody wants',
    ['policy', '--json=yes'],
    /^The option "--json" takes no value, so "yes" is too much\.\n/,
    2,
  ],
  ['an unknown short option', ['policy', '-x'], /^There is no option "-x"/, 2],
  ['an unknown preset for a job', ['policy', '--job', 'jobs/ful'], /There is no preset "jobs\/ful"/, 2],
  ['two policies', ['policy', 'standard', 'jobs/full'], /Name one policy/, 2],
  ['a policy and a job', ['policy', 'standard', '--agent', 'coder'], /--agent asks for what is configured here/, 2],
] as const)('%s is told with a way out', async ([, argv, message, code]) => {
  const folder = await aProject({
    'own.yaml': 'budget_usd: 3\n',
    'wrong.yaml': 'budgt_usd: 3\n',
    'deaf.yaml': 'frames: { enabled_heuristics: [complexty] }\n',
  })
  const said = await run(argv, { folder })
  expect(said.err).toMatch(message)
  expect(said).toMatchObject({ code, out: '' })
})

test('a name that is a preset and a file is refused, and a path decides', async () => {
  const folder = await aProject({ hands_off: 'budget_usd: 3\n' })
  const both = await run(['policy', 'hands_off'], { folder })
  expect(both.err).toContain(
    '"hands_off" is the preset "threads/hands_off" and a file in this folder. Write ./hands_off',
  )
  expect(JSON.parse((await run(['policy', './hands_off'], { folder })).out).budget_usd).toBe(3)
  expect(JSON.parse((await run(['policy', join(folder, 'hands_off')], { folder })).out).budget_usd).toBe(3)
})

test('bytes that are no text are refused with their place', async () => {
  const said = await run(['policy', '-'], { input: Buffer.from([0x61, 0xff]) })
  expect(said).toMatchObject({ code: 1, out: '', err: 'stdin:1:2: Line 1 is not UTF-8. Save the file as UTF-8.\n' })
})

test('of a standard input without end only the allowed part is read', async () => {
  const said = await run(['policy', '-'], { input: Array<Buffer>(100).fill(Buffer.alloc(64 * 1024, 'a')) })
  expect(said).toMatchObject({ code: 1, out: '' })
  expect(said.err).toContain('larger than 1 MiB')
})

test('a variable that cannot be read is named once', async () => {
  const said = await run(['policy'], { folder: await aProject({}), environment: { LEEWAY_BUDGET_USD: 'much' } })
  expect(said).toMatchObject({ code: 1, out: '', err: 'LEEWAY_BUDGET_USD: "much" is not a number.\n' })
})

test('a preset of the project is found like one of the product', async () => {
  const folder = await aProject({ 'leeway/presets/team/careful.yaml': 'sentence: x\npolicy: { budget_usd: 9 }\n' })
  expect(JSON.parse((await run(['policy', 'careful'], { folder })).out).budget_usd).toBe(9)
})

test('where a ceiling has its say, the table tells whose word it is', async () => {
  const folder = await aProject({
    'leeway.yaml':
      'autonomy: partial\nceilings:\n  project:\n    budget_usd: 0.1\n    phase_stops: { tactical: true }\n    delegable: { budget_usd: 0.05 }\n',
  })
  const { out } = await run(['policy', '--origins'], { folder, columns: 80, environment: { NO_COLOR: '1' } })
  const text = out.replaceAll(/\s+/g, ' ')
  expect(text).toContain('standard.yaml:32 (standard) and leeway.yaml:4 (project ceiling)')
  expect(text).toContain('partial.yaml:5 (project) and leeway.yaml:5 (project ceiling), chosen by leeway.yaml:1')
  expect(text).toMatch(/delegable budget_usd 0\.05\D* leeway\.yaml:6 \(project ceiling\)/)
  expect(text).toMatch(/custom_stops nothing leeway:presets\/ ?standard\.yaml:8 overrides/)
})

test('where nobody chose a preset there is no column for it', async () => {
  const { out } = await run(['policy', 'standard', '--origins'], { columns: 120, environment: { NO_COLOR: '1' } })
  expect(out.split('\n')[0]).toMatch(/^axis +value +where it was said$/)
})

test('the word above who chose it stays in one line', async () => {
  const { out } = await run(['policy', 'jobs/full', '--origins'], { columns: 100, environment: { NO_COLOR: '1' } })
  expect(out.split('\n')[0]).toMatch(/^axis +value +where it was said +chosen by$/)
})
