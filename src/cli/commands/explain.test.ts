import { expect, test } from 'vitest'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

const request = { policy: 'jobs/guided', gate: { kind: 'completion' } }
const plain = { columns: 120, environment: { NO_COLOR: '1' } }

test('a request is decided and told', async () => {
  const { out, code } = await run(['explain'], { ...plain, input: JSON.stringify(request) })
  expect(code).toBe(0)
  expect(out.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^line 1 · completion · policy sha256:[0-9a-f]{8}$/),
    '■ Ask: a person decides.',
    '  A person is asked, because the end of the job goes to a person.',
  ])
  expect(out).toMatch(/■ asks {4}phase_stops {9}the end of the job goes to a person {2}completion/)
  expect(out).toContain('What would have let it pass:\n  • Set phase_stops.completion to false (it is true).')
})

test('what decide answered reads the same as the request', async () => {
  const { out: decided } = await run(['decide'], { input: JSON.stringify(request) })
  const fromDecision = await run(['explain', '-'], { ...plain, input: decided })
  const fromRequest = await run(['explain'], { ...plain, input: JSON.stringify(request) })
  expect(fromDecision.out).toBe(fromRequest.out.replace('completion · ', ''))
  expect((await run(['explain', '--json'], { input: JSON.stringify(request) })).out).toBe(decided)
})

test('several lines are told one after the other, an error in its place', async () => {
  const lines = [
    JSON.stringify(request),
    '',
    '{"error":{"code":"bad_json","message":"x","path":""}}',
    '{',
    '{"gate":{"kind":"intent"}}',
  ]
  const { out, code } = await run(['explain'], { ...plain, input: lines.join('\n') })
  expect(code).toBe(1)
  expect(out.match(/^[■✗✓⊘] .*$/gm)).toEqual([
    '■ Ask: a person decides.',
    '✗ Error: line 3: x',
    expect.stringMatching(/^✗ Error: line 4: Expected .* at column 2/),
    '■ Ask: a person decides.',
  ])
  expect(out).toContain('No change of policy would help.')
})

test('nothing that a decision holds can act on the terminal', async () => {
  const entry = { axis: '\u001b[31mx', outcome: 'ask', observed: '\u0007', limit: { '\u009b2J': 1 }, because: 'a\rb' }
  const change = { axis: '\u001b]0;t\u0007', from: 1, to: 2 }
  const decision = {
    verdict: 'ask',
    reason: '\u202e',
    trace: [entry],
    would_allow_if: [change],
    policy_digest: 'sha256:0',
  }
  for (const columns of [80, 120]) {
    const { out } = await run(['explain'], { ...plain, columns, input: JSON.stringify(decision) })
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  }
})

test.for([40, 80, 120])('a page of %i columns is not exceeded', async (columns) => {
  const gate = { kind: 'action', confidence: 0.9, action: { kind: 'improvised' }, spent_usd: 9 }
  const { out } = await run(['explain'], { ...plain, columns, input: JSON.stringify({ gate }) })
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
})

test('a file is read like standard input', async () => {
  const folder = await aProject({ 'asked.jsonl': JSON.stringify(request) })
  expect((await run(['explain', 'asked.jsonl'], { ...plain, folder })).out).toContain('■ Ask')
})

test.for([
  ['a file that is not there', ['explain', 'nope'], 'There is no file "nope".', 1],
  ['a folder', ['explain', '.'], '"." is a folder. Name a file in it.', 1],
  ['two files', ['explain', 'a', 'b'], 'Name one file, not several.', 2],
] as const)('%s is told', async ([, argv, message, code]) => {
  const said = await run(argv, { folder: await aProject({}) })
  expect(said.err).toContain(message)
  expect(said.code).toBe(code)
})

test('a decision that lacks its parts is an error, not a verdict', async () => {
  const { out, code } = await run(['explain'], { ...plain, input: '{"verdict":"allow"}' })
  expect(code).toBe(1)
  expect(out).toMatch(/^✗ Error: /)
})

test.for([
  ['letters', 'x'.repeat(200_000)],
  ['words', 'x '.repeat(200_000)],
  ['wide letters', '名'.repeat(100_000)],
] as const)('too many %s in a logged decision are told, and cut where nobody reads on', async ([, observed]) => {
  const { out: decided } = await run(['decide'], { input: JSON.stringify(request) })
  const decision = JSON.parse(decided)
  const trace = [{ ...decision.trace[0], observed }]
  for (const columns of [80, 120]) {
    const input = JSON.stringify({ ...decision, reason: observed, trace })
    const { out, err, code } = await run(['explain'], { ...plain, columns, input })
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).toMatch(/more\s+characters\)/)
    expect(out.length).toBeLessThan(100_000)
  }
})

test('each block of a log is labelled by its line, its gate and its policy', async () => {
  const call = { gate: { kind: 'tool', tool: 'she\u001bll' } }
  const folder = await aProject({
    'log.jsonl': `\n${JSON.stringify(request)}\n\r\n{"gate":{}}\n${JSON.stringify(call)}\n`,
  })
  const { out } = await run(['explain', 'log.jsonl'], { ...plain, folder })
  expect(out.match(/^.*log\.jsonl:.*$/gm)).toEqual([
    expect.stringMatching(/^log\.jsonl:2 · completion · policy sha256:[0-9a-f]{8}$/),
    expect.stringMatching(/^✗ Error: log\.jsonl:4: \/gate\/kind: /),
    expect.stringMatching(/^log\.jsonl:5 · tool she\\u001bll · policy sha256:[0-9a-f]{8}$/),
  ])
  const data = await run(['explain', 'log.jsonl', '--json'], { folder })
  expect(JSON.parse(data.out.split('\n')[1] ?? '').error).toMatchObject({ path: '/gate/kind', line: 4 })
})

test('in a project it says that the project is not asked', async () => {
  const folder = await aProject({ 'leeway.yaml': 'policy: jobs/full\n' })
  const { err } = await run(['explain'], { ...plain, folder, input: JSON.stringify({ gate: request.gate }) })
  expect(err).toContain('leeway.yaml is not asked here: a line without a policy is judged by the preset standard.')
  expect(err).toContain('leeway explain --agent NAME')
  expect((await run(['explain'], { ...plain, input: JSON.stringify(request) })).err).toBe('')
})

test('with an agent a line is judged by what that agent gets here, and the file and line are named that hold it', async () => {
  const folder = await aProject({
    'leeway.yaml': 'autonomy: jobs/guided\nissue_words: { severity: { high: [out of stock] } }\n',
    'leeway/agents/mailer.yaml':
      'about: Sends.\nautonomy:\n  preset: jobs/review\n  rules:\n    - match: { tool: send_* }\n      then: ask\n',
  })
  const explained = async (gate: object, ...whose: string[]) =>
    run(['explain', ...whose], { ...plain, folder, input: JSON.stringify({ gate }) })
  const send = { kind: 'tool', tool: 'send_mail', annotations: { readOnlyHint: true } }
  expect((await explained(send)).out).toContain('✓ Allow')
  const { out, err } = await explained(send, '--agent', 'mailer')
  expect(err).toBe('')
  expect(out).toContain('the rule for "send_*" puts this call before a person')
  expect(out).toMatch(/Where that was said:\n {2}rules +leeway\/agents\/mailer\.yaml:4$/m)

  const plan = { kind: 'phase', phase: 'strategic', number: 3 }
  expect((await explained(plan, '--agent', 'mailer')).out).toMatch(/✓ Allow(?![^]*Where that was said)/)
  const job = await explained(plan, '--agent', 'mailer', '--job', 'jobs/dependent')
  expect(job.out).toContain('phase_stops  leeway:presets/jobs/dependent.yaml:5, chosen by --job')
  expect((await explained(plan, '--agent', 'maler')).err).toContain('Did you mean "mailer"?')

  const step = { kind: 'step', phase: 'buy', status: 'warning', warnings: ['out of stock'] }
  expect((await explained(step, '--agent', 'mailer')).out).toContain('a high warning is above')
  expect((await explained(step)).out).toContain('a medium warning is above')
})

test('what a line says itself counts also where an agent is named', async () => {
  const folder = await aProject({ 'leeway.yaml': 'autonomy: jobs/full\n' })
  const input = `${JSON.stringify(request)}\n${JSON.stringify({ gate: request.gate })}`
  const { out } = await run(['explain', '--agent', 'anybody'], { ...plain, folder, input })
  expect(out.match(/^[■✓] .*$/gm)).toEqual(['■ Ask: a person decides.', '✓ Allow: the agent goes on.'])
  // Where it was said is known of what is configured here, and of nothing else.
  expect(out).not.toContain('Where that was said')
  const data = await run(['explain', '--agent', 'anybody', '--json'], { folder, input })
  expect(data.out.split('\n').map((line) => line && JSON.parse(line).verdict)).toEqual(['ask', 'allow', ''])
})

test('a rule of the tool that looks like a comparison is warned of, where somebody asks why it does not hold the call', async () => {
  const folder = await aProject({
    'leeway/presets/team/payer.yaml': `sentence: x\npolicy: { rules: [{ match: { tool: pay*, args: { amount: '>500' } }, then: ask }] }\n`,
  })
  const told = async (tool: string) => {
    const gate = { kind: 'tool', tool, args: { amount: '600' }, annotations: { readOnlyHint: true } }
    return (await run(['explain'], { ...plain, folder, input: JSON.stringify({ policy: 'team/payer', gate }) })).out
  }
  expect(await told('pay_invoice')).toMatch(/✓ Allow[^]*warning: The pattern ">500" looks like a comparison/)
  expect(await told('read')).not.toContain('warning')
})
