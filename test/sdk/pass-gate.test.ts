import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type OpenOptions, openDesk, openLeeway } from '../../src/compose.ts'
import { backUp, restore } from '../../src/look-after.ts'
import type { JobId } from '../../src/model/ids.ts'
import type { GateOptions } from '../../src/sdk/gate-options.ts'
import type { JobHandle } from '../../src/sdk/job-handle.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const ONE: GateOptions = { key: 'draft', onHold: 'throw' }

const outcomeOf = (job: Pick<JobHandle, 'gate'>, options = ONE) =>
  codeOf(job.gate(DRAFT, options).then((p) => p.outcome))

/** Work that a person approved, and that the agent has not heard of yet. */
async function approvedDraft() {
  const house = await aHouse()
  const job = await (await house.open()).job({ key: 'letters' })
  expect(await outcomeOf(job)).toBe('held')
  await house.answerAll({ answer: 'approve' })
  return { ...house, job }
}

type Halting = (house: House, job: JobId) => Promise<unknown>
const SWITCH: Halting = ({ desk }) => desk.setKillSwitch({ of: 'all' }, true, 'a leak')
const CANCEL: Halting = ({ desk }, job) => desk.cancel(job, 'not any more')
const PARK: Halting = async ({ desk, open }, job) => {
  const asked = (await open()).job({ key: 'letters' }).then((same) => same.gate(DRAFT, LATE))
  await codeOf(asked)
  await expect.poll(async () => (await desk.job(job)).job.status, { timeout: 5000 }).toBe('stopped')
}
const LATE: GateOptions = { key: 'late', onHold: 'throw', timeoutSeconds: 0.1, onTimeout: { do: 'park' } }

test.for([
  ['a kill switch', SWITCH, 'halted'],
  ['a cancelled job', CANCEL, 'job_ended'],
  ['a job that was parked', PARK, 'job_stopped'],
] as const)('approved work does not go on under %s, told before or not', async ([, halt, code]) => {
  const { job, ...house } = await approvedDraft()
  await halt(house, job.id)
  expect(await outcomeOf(job)).toBe(code)
  expect(await outcomeOf(job, { key: 'another', onHold: 'throw' })).toBe(code)

  const told = await approvedDraft()
  expect(await outcomeOf(told.job)).toBe('approved')
  await halt(told, told.job.id)
  expect(await outcomeOf(told.job)).toBe(code)
})

test('an agent that is told twice of the same yes goes on both times, and takes it up once', async () => {
  const { job, log, desk } = await approvedDraft()
  expect(await outcomeOf(job)).toBe('approved')
  await desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await outcomeOf(job)).toBe('approved')
  expect(await log('approval_spent')).toMatchObject([{ data: { passed: true, attempt: null, voided: false } }])
  expect(await log('attempt_claimed')).toEqual([])
})

test('work that waits in process goes on only when the switch is off, whoever approved it meanwhile', async () => {
  const house = await aHouse()
  const passing = (await house.open()).gate(DRAFT, { key: 'draft' })
  let passed = false
  passing.then(() => (passed = true))
  await expect.poll(async () => (await house.desk.checkpoints()).rows).toHaveLength(1)
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await house.answerAll({ answer: 'approve' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(passed).toBe(false)
  await house.desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await passing).toMatchObject({ outcome: 'approved', go: true })
})

test('what a person answered is not handed out under a kill switch either', async () => {
  const house = await aHouse()
  const job = await (await house.open()).job({ key: 'letters' })
  const options = { key: 'price', onHold: 'throw', answers: ['respond'], response: z.number() } as const
  expect(await codeOf(job.gate(DRAFT, options))).toBe('held')
  await house.answerAll({ answer: 'respond', value: 7 })
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  expect(await codeOf(job.gate(DRAFT, options))).toBe('halted')
  await house.desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await job.gate(DRAFT, options)).toMatchObject({ outcome: 'answered', value: 7 })
})

test('code behind a gate of a program waits for the switch as well', async () => {
  const house = await aHouse()
  const ran: string[] = []
  const leeway = await house.open()
  const run = leeway.start(report(leeway, ran), { key: 'tea', input: null, onHold: 'wait' })
  await expect.poll(async () => (await house.desk.checkpoints()).rows).toHaveLength(1)
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await house.answerAll({ answer: 'approve' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(ran).toEqual([])
  await house.desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await run).toMatchObject({ status: 'held' })
  expect(ran).toEqual(['approved'])
})

const report = (leeway: Leeway, ran: string[]) =>
  leeway.program({ name: 'report', version: '1' }, async (job) => {
    const { outcome } = await job.gate(DRAFT)
    ran.push(outcome)
    await job.gate(DRAFT, { around: { deliverable: 'the second' }, onHold: 'throw' })
  })

/** The same store, brought back from a backup, where a person has let the job go on. */
async function restored({ root: from, token }: House, job: string, options: OpenOptions = {}): Promise<Leeway> {
  const [file, root] = [join(from, 'backup.db'), aFolder()]
  await backUp({ root: from, file })
  await restore({ root, file })
  const desk = await openDesk({ root, credentials: async () => token })
  onTestFinished(() => desk.close())
  await desk.resume(job as JobId, 'Go on.')
  const leeway = await openLeeway({ root, agent: 'scout', policy: HOUSE_POLICY, tellHolds: false, ...options })
  onTestFinished(() => leeway.close())
  return leeway
}

test('a restore forgets a yes that no work had gone on with', async () => {
  const { job, ...house } = await approvedDraft()
  const leeway = await restored(house, job.id)
  const same = await leeway.job({ key: 'letters' })
  await expect(same.gate(DRAFT, ONE)).rejects.toMatchObject({
    code: 'already_spent',
    message: expect.stringContaining('void since a restore'),
  })
  expect(await outcomeOf(same, { key: 'another', onHold: 'throw' })).toBe('held')
})

test('a program that had passed a gate before the backup passes it again, and one that had not is told', async () => {
  for (const [hasPassed, told] of [
    [true, 'approved'],
    [false, 'superseded'],
  ] as const) {
    const house = await aHouse()
    const leeway = await house.open()
    const { job } = await leeway.start(report(leeway, []), { key: 'tea', input: null })
    await house.answerAll({ answer: 'approve' })
    if (hasPassed) await leeway.resume(job)
    const after = await restored(house, job)
    const ran: string[] = []
    report(after, ran)
    await after.resume(job)
    expect(ran).toEqual([told])
  }
})
