import { expect, test } from 'vitest'
import { isStanding, standingKey } from '../../src/model/standing-key.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aHouse } from '../../src/testing/house.ts'

const ASK = { kind: 'checkpoint', type: 'deliverable' } as const
const MAILER = { agent: 'mailer', policy: 'jobs/dependent', onHold: 'throw' } as const

test('an agent whose standing job was called off begins the next one, once however many start, and nothing comes over', async () => {
  const house = await aHouse()
  const { desk } = house
  const before = await house.open(MAILER)
  const ran: string[] = []
  const send = async (leeway: typeof before, to: string) =>
    codeOf(leeway.guard('send_mail', () => ran.push(to))({ to }, { key: to }))
  expect(await send(before, 'ann')).toBe('held')
  expect(await send(before, 'ben')).toBe('held')
  const [asked] = (await desk.checkpoints()).rows
  await house.answer(asked?.id ?? '', { answer: 'approve' })
  const old = asked?.job ?? ''
  await desk.cancel(asked!.job, 'wrong people')

  // The process that had it does not go on, not even with what was approved.
  expect(await send(before, 'ann')).toBe('job_ended')
  await expect(before.gate(ASK)).rejects.toThrow(/is cancelled.*start the agent again, and it begins a new one/)

  const [one, two] = await Promise.all([house.open(MAILER), house.open(MAILER)])
  expect(await Promise.all([send(one, 'ann'), send(two, 'ben')])).toEqual(['held', 'held'])
  const held = (await desk.checkpoints()).rows
  expect(new Set(held.map(({ job }) => job)).size).toBe(1)
  expect(held[0]?.job).not.toBe(old)
  expect(held.map(({ content }) => content.args)).toEqual([{ to: 'ann' }, { to: 'ben' }])
  expect(ran).toEqual([])
  expect((await desk.job(asked!.job)).job).toMatchObject({ status: 'cancelled', held: [] })

  // And again, and a process that comes back without an end in between finds the same.
  expect(await send(await house.open(MAILER), 'ann')).toBe('held')
  expect((await house.log('job_started')).length).toBe(2)
  await desk.cancel(held[0]!.job, 'again')
  expect(await send(await house.open(MAILER), 'ann')).toBe('held')
  expect((await house.log('job_started')).length).toBe(3)
})

test('under a key that somebody chose, what was called off stays so', async () => {
  const house = await aHouse()
  const leeway = await house.open({ ...MAILER, key: 'monday' })
  await codeOf(leeway.gate(ASK))
  const [asked] = (await house.desk.checkpoints()).rows
  await house.desk.cancel(asked!.job, 'no')
  expect(await codeOf((await house.open({ ...MAILER, key: 'monday' })).gate(ASK))).toBe('job_ended')
})

test('no agent’s name makes the key of another agent’s standing job', () => {
  expect(standingKey('mailer', 2)).not.toBe(standingKey('mailer#2', 1))
  expect(isStanding({ key: standingKey('a:b', 3), agent: 'a:b' })).toBe(true)
  expect(isStanding({ key: 'agent:mailer', agent: 'other' })).toBe(false)
  expect(isStanding({ key: null, agent: 'other' })).toBe(false)
})
