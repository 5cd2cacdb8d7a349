import { expect, test } from 'vitest'
import { aHouse } from '../../src/testing/house.ts'

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
