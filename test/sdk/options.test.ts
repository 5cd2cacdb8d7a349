import { expect, test } from 'vitest'
import { openLeeway as openRemote } from '../../src/client/index.ts'
import { openLeeway } from '../../src/index.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'

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
  await expect(leeway.resume('a b')).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/job' }] })
})
