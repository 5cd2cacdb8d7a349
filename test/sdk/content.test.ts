import { expect, test } from 'vitest'
import type { Leeway } from '../../src/sdk/leeway.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aHouse } from '../../src/testing/house.ts'

const SEND = { kind: 'tool', tool: 'send' } as const
const list = (args: Record<string, unknown>) => ({ kind: 'tool', tool: 'list', args }) as const

test('an allowed call without a key may go on with the arguments that were asked about', async () => {
  const leeway = await (await aHouse()).open()
  expect(await leeway.gate(list({ path: '/a' }))).toMatchObject({ outcome: 'allowed', args: { path: '/a' } })
})

test('what runs is what was asked about, whatever the caller does to its objects meanwhile', async () => {
  const house = await aHouse()
  const job = await (await house.open()).job()
  const args = { command: ['ls'] }
  const running = job.run({ tool: 'shell', args }, (given) => given)
  args.command[0] = 'rm'
  expect(await running).toEqual({ command: ['ls'] })
  const [claimed] = await house.log('attempt_claimed')
  expect(claimed?.data.attempt.content.args).toEqual({ command: ['ls'] })
})

test('so it is where the job of the agent has to be begun first', async () => {
  const leeway = await (await aHouse()).open()
  const shell = leeway.guard('shell', (given: { command: string[] }) => given)
  const args = { command: ['ls'] }
  const running = shell(args)
  args.command[0] = 'rm'
  expect(await running).toEqual({ command: ['ls'] })
})

test('arguments are an object, also when something makes others of them at the last moment', async () => {
  const job = await (await (await aHouse()).open()).job()
  for (const args of [['ls'], { toJSON: () => 'ls' }, { toJSON: () => ['ls'] }]) {
    const running = job.run({ tool: 'shell', args: args as never }, (given) => given)
    await expect(running).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('a program runs what it asked about, too', async () => {
  const leeway = await (await aHouse()).open()
  const program = leeway.program({ name: 'lists', version: '1' }, (job) => {
    const args = { command: ['ls'] }
    const running = job.run({ tool: 'shell', args }, (given) => given)
    args.command[0] = 'rm'
    return running
  })
  expect(await leeway.start(program, { input: null })).toMatchObject({ result: { command: ['ls'] } })
})

test.for([
  ['not a number', Number.NaN],
  ['a function', () => 1],
  ['a bigint', 1n],
  ['a map', new Map([['to', 'ann']])],
  ['a set', new Set(['ann'])],
  ['a pattern', /a/],
  ['bytes', new Uint8Array([1])],
  ['a promise', Promise.resolve(1)],
  ['a date that is none', new Date(Number.NaN)],
] as const)('an argument that can not be written down, %s, is refused', async ([, value]) => {
  const leeway = await (await aHouse()).open()
  await expect(leeway.gate(list({ value }))).rejects.toMatchObject({ code: 'invalid_input' })
})

test.for([
  ['the question', { gate: { kind: 'checkpoint', type: 'note' } }],
  ['another tool', { tool: 'list' }],
  ['what nobody knows', { note: 'harmless' }],
  ['something of another kind', { cwd: 5 }],
])('what surrounds a call can not bring %s along', async ([, around]) => {
  const house = await aHouse()
  const leeway = await house.open()
  const job = await leeway.job()
  const program = leeway.program({ name: 'forge', version: '1' }, (its) =>
    its.gate(list({}), { around: around as object }),
  )
  for (const forged of [
    () => leeway.gate(list({}), { around: around as object }),
    () => leeway.guard('list', () => 1)({}, { around: around as object }),
    () => job.run({ tool: 'list' }, () => 1, { around: around as object }),
  ]) {
    await expect(forged()).rejects.toMatchObject({
      code: 'invalid_input',
      problems: [{ path: expect.stringContaining('/around') }],
    })
  }
  const run = await leeway.start(program, { key: 'k', input: null })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'invalid_input' } })
  expect(await house.log('gate_decided')).toEqual([])
})

/** Made looser by whoever put the question, as soon as it is put. */
function loosened<Put>(put: (options: { key: string; irreversible: boolean; approvers: string[] }) => Put): Put {
  const options = { key: 'wipe', irreversible: true, approvers: ['eve'] }
  const asking = put(options)
  options.irreversible = false
  options.approvers[0] = 'ada'
  return asking
}

test.for([
  ['a gate', (leeway) => loosened((options) => leeway.gate(SEND, options))],
  ['a guarded function', (leeway) => loosened((options) => leeway.guard('send', () => 1)({}, options))],
  ['what is guarded always', (leeway) => loosened((options) => leeway.guard('send', () => 1, options))({})],
  [
    'a gate of a job',
    async (leeway) => {
      const job = await leeway.job()
      return loosened((options) => job.gate(SEND, options))
    },
  ],
  [
    'a gate of a program',
    (leeway) => {
      const program = leeway.program({ name: 'wipe', version: '1' }, (job) =>
        loosened((options) => job.gate(SEND, options)),
      )
      return leeway.start(program, { key: 'wipe', input: null })
    },
  ],
] as const satisfies readonly (readonly [string, (leeway: Leeway) => Promise<unknown>])[])(
  'what %s is reviewed by is what was said when it was asked',
  async ([, ask]) => {
    const house = await aHouse()
    await codeOf(ask(await house.open({ onHold: 'throw' })))
    const [checkpoint] = (await house.desk.checkpoints()).rows
    expect(checkpoint?.terms).toMatchObject({ irreversible: true, approvers: ['eve'] })
  },
)

test.for([
  ['bytes', Buffer.from('a'), 'A Uint8Array'],
  ['other bytes', new Float64Array(1), 'A Float64Array'],
  ['a list with a hole in it', [undefined], 'An undefined'],
] as const)('%s would run as something else, and so are refused', async ([, value, named]) => {
  const leeway = await (await aHouse()).open()
  await expect(leeway.gate(list({ deep: { value } }))).rejects.toThrow(`${named} can't be written down as JSON`)
})

test('a hold that takes no approval says how it is answered', async () => {
  const leeway = await (await aHouse()).open({ onHold: 'throw', policy: 'workers/manual' })
  const next = async (answers: readonly ('respond' | 'reject')[], key: string) => {
    const thrown = await leeway.gate(list({}), { key, answers }).catch((error) => error)
    return thrown.details.next.replace(thrown.details.checkpoint, 'ID')
  }
  expect(await next(['respond', 'reject'], 'a')).toBe('leeway respond ID --value JSON')
  expect(await next(['reject'], 'b')).toBe('leeway reject ID --reason WHY')
})
