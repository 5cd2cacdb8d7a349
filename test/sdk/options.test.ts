import { expect, test } from 'vitest'
import { openLeeway as openRemote } from '../../src/client/index.ts'
import { openLeeway } from '../../src/index.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const SEND = { kind: 'tool', tool: 'send' } as const

/** As an agent has them whose types nobody checked. */
const slip = (options: object) => options as never

test('a misspelt option is refused, and not left out', async () => {
  const polcy = slip({ polcy: 'workers/manual' })
  const message = 'openLeeway takes no option "polcy". Did you mean "policy"?'
  await expect(openLeeway(polcy)).rejects.toMatchObject({ code: 'invalid_input', message })
  await expect(openRemote(polcy)).rejects.toMatchObject({ code: 'invalid_input', message })
})

test('a policy that there is not, or a starter without a name, is refused before anything is asked', async () => {
  const root = aFolder()
  await expect(openLeeway({ root, policy: 'jobs/dependant' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'There is no preset "jobs/dependant". Did you mean "jobs/dependent"?',
  })
  await expect(openLeeway({ root, startedBy: '' })).rejects.toThrow('The option "startedBy" is empty.')
  await using leeway = await openLeeway({ root, policy: 'jobs/dependent' })
  expect(await leeway.pending()).toEqual([])
})

test('also where something is asked, guarded or run', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/full' })
  const gate = { kind: 'checkpoint', type: 'final_output' } as const
  await expect(leeway.gate(gate, slip({ anwers: ['reject'] }))).rejects.toThrow('Did you mean "answers"?')
  const send = leeway.guard('send', () => 'sent')
  await expect(send({}, slip({ kee: 'a' }))).rejects.toThrow('run takes no option "kee"')
  const job = await leeway.job()
  expect(() => job.guard('send', () => 'sent', slip({ idempotnt: true }))).toThrow('Did you mean "idempotent"?')
})

test('also where a job or a program is started, and in each verb of a program', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/full' })
  const child = leeway.program({ name: 'child', version: '1' }, async () => 1)
  const said: Record<string, string> = {}
  const program = leeway.program({ name: 'slips', version: '1' }, async (job) => {
    const verbs = {
      gate: () => job.gate({ kind: 'completion' }, slip({ quorm: 2 })),
      run: () => job.run({ tool: 'send' }, () => 1, slip({ approver: ['eve'] })),
      step: () => job.step('look', () => 1, slip({ onec: true })),
      child: () => job.child('kid', slip({ program: child, polcy: 'jobs/dependent' })),
    }
    for (const [name, call] of Object.entries(verbs)) said[name] = await call().catch(({ message }) => message)
  })
  await expect(leeway.job(slip({ polcy: 'jobs/dependent' }))).rejects.toThrow('job takes no option "polcy"')
  await expect(leeway.start(program, slip({ polcy: 'jobs/dependent' }))).rejects.toThrow(
    'start takes no option "polcy"',
  )
  await leeway.start(program, { key: 'slips' })
  expect(said).toEqual({
    gate: 'gate takes no option "quorm". Did you mean "quorum"?',
    run: 'run takes no option "approver". Did you mean "approvers"?',
    step: 'step takes no option "onec". Did you mean "once"?',
    child: 'child takes no option "polcy". Did you mean "policy"?',
  })
})

test('an option that is undefined says nothing, and takes away nothing of what was said before', async () => {
  await using leeway = await openLeeway({
    root: aFolder(),
    policy: 'workers/manual',
    onHold: 'throw',
    tellHolds: false,
  })
  const policyOf = async (options: object) => (await (await leeway.job(slip(options))).read()).policy
  expect(await policyOf({ key: 'b', policy: undefined })).toBe(await policyOf({ key: 'a' }))

  const always = { irreversible: true, approvers: ['eve'], timeoutSeconds: 60 }
  const nothing = { irreversible: undefined, approvers: undefined, timeoutSeconds: undefined, key: undefined }
  const job = await leeway.job({ key: 'a' })
  for (const side of [leeway, job])
    await expect(side.guard('send', () => 1, always)({}, slip(nothing))).rejects.toMatchObject({ code: 'held' })
  const terms = { irreversible: true, approvers: ['eve'], timeout_seconds: 60 }
  expect(await leeway.pending()).toMatchObject([{ terms }, { terms }])
})

test('a call whose key is undefined has one of its own, and runs', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/full' })
  const job = await leeway.job()
  expect(await job.run({ tool: 'send' }, () => 'sent', slip({ key: undefined }))).toBe('sent')
})

test('a guarded function is given one object of arguments, and says so to whoever gives something else', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/full' })
  const job = await leeway.job()
  const says = 'A guarded function takes one object of arguments, such as { to: "ann" }. "send" was called with '
  for (const [given, what] of [
    ['ann', '"ann".'],
    [['ann'], 'a list.'],
    [3, 'a number.'],
  ] as const) {
    for (const side of [leeway, job]) {
      const send = side.guard('send', () => 'sent')
      await expect(send(slip(given as never))).rejects.toMatchObject({ code: 'invalid_input', message: says + what })
    }
  }
})

test('an option for a name that is empty is named', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/full' })
  await expect(leeway.job({ startedBy: '' })).rejects.toThrow('The option "startedBy" is empty. Name the person')
})

test('an agent can not turn the separation of duties off: there is no such option', async () => {
  const house = await aHouse()
  const leeway = await house.open({ startedBy: 'ada', onHold: 'throw' })
  const loose = { key: 'a', separateDuties: false } as object
  await expect(leeway.gate(SEND, loose)).rejects.toThrow('gate takes no option "separateDuties"')
  await expect(leeway.guard('send', () => 1)({}, loose)).rejects.toThrow('takes no option "separateDuties"')
  await expect(leeway.gate(SEND, { key: 'a' })).rejects.toMatchObject({ code: 'held' })
  await expect(house.answerAll({ answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
})

test.for([{}, { irreversible: false }])(
  'an action that says that it can not be undone needs a proof of presence, also with %o',
  async (options) => {
    const house = await aHouse()
    const leeway = await house.open({ policy: 'workers/manual', onHold: 'throw' })
    const wipe = { kind: 'action', action: { kind: 'standard', name: 'wipe', irreversibility: 'high' } } as const
    await expect(leeway.gate(wipe, { key: 'wipe', ...options })).rejects.toMatchObject({ code: 'held' })
    await expect(house.answerAll({ answer: 'approve' })).rejects.toMatchObject({ code: 'step_up_needed' })
  },
)

test.for([
  ['title', { title: 5 }, '/title'],
  ['title', { title: { a: 1 } }, '/title'],
  ['title', { title: 't'.repeat(1001) }, '/title'],
  ['key', { key: 5 }, '/key'],
  ['key', { key: '' }, '/key'],
  ['id', { id: 'a b' }, '/id'],
  ['around', { around: { cwd: 5 } }, '/around/cwd'],
  ['around', { around: { gate: {} } }, '/around/gate'],
] as const)('a %s that nobody could be shown is refused with its place', async ([, options, path]) => {
  await using leeway = await openLeeway({
    root: aFolder(),
    policy: 'jobs/dependent',
    onHold: 'throw',
    tellHolds: false,
  })
  const gate = { kind: 'checkpoint', type: 'final_output' } as const
  await expect(leeway.gate(gate, slip(options))).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path }] })
  expect(await leeway.pending()).toEqual([])
})

test('texts of a job and the name of a tenant are refused with their place too', async () => {
  const root = aFolder()
  await expect(openLeeway({ root, tenant: 'a b' })).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ path: '/tenant' }],
  })
  await using leeway = await openLeeway({ root, policy: 'jobs/dependent' })
  await expect(leeway.job(slip({ title: 5 }))).rejects.toMatchObject({ problems: [{ path: '/title' }] })
  await expect(leeway.job({ key: '' })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/key' }] })
  await expect(leeway.resume('a b')).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/job' }] })
})

test.for(['', ' ', 'mai\u202eler', 'mai\u200bler', 'mailer\n'])(
  'an agent whose name can not be seen whole, %j, begins nothing and is given no token',
  async (agent) => {
    const house = await aServedHouse()
    await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/dependent' })
    const refused = {
      code: 'invalid_input',
      problems: [{ path: '/agent', message: expect.stringMatching(/can be seen/) }],
    }
    await expect(leeway.job({ agent })).rejects.toMatchObject(refused)
    await expect(house.as('service').call('start_job', { agent })).rejects.toMatchObject(refused)
    const given = house.as('admin').call('issue_token', { kind: 'agent', name: agent })
    await expect(given).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/name' }] })
  },
)

test('what is no id of a question is refused in our words', async () => {
  await using leeway = await openLeeway({ root: aFolder(), policy: 'jobs/dependent' })
  const job = await leeway.job()
  for (const look of [job.look(5 as never), job.settled(null as never), job.withdraw({} as never, 'no')])
    await expect(look).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/checkpoint' }] })
  await expect(job.look('chk_none' as never)).rejects.toMatchObject({ code: 'not_found' })
})
