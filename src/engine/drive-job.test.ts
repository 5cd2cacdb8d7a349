import { expect, test } from 'vitest'
import { AttemptId, JobId, LOCAL, TenantId } from '../model/ids.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { A_FAILURE, ADA, SCOUT, SENDS_ARE_HELD } from '../testing/builders.ts'
import { catalog } from '../testing/catalog.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { doubtAttempt } from './doubt-attempt.ts'
import { type DriveJob, driveJob } from './drive-job.ts'
import { endJob } from './end-job.ts'
import { leaveJob } from './leave-job.ts'
import { recordCall } from './record-call.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { turnJob } from './turn-job.ts'

const ID = JobId.parse('driven')
const mine = { tenant: LOCAL, job: ID, by: SCOUT }

/** A world in which `driven` runs a program. */
async function driven(): Promise<World> {
  const world = await aWorld()
  await world.start({ id: 'driven', program: { name: 'report', version: '1' } })
  return world
}

const report = (version: string) => ({ program: { name: 'report', version } })
const drive = (world: World, driver: string, given: Partial<DriveJob> = {}) =>
  world.run(driveJob, { ...mine, ...report('1'), driver, epoch: 1, wanted: null, ...given })

const call = { name: 'write', nth: 1, question: 'q' }
const record = (world: World, driver: string) =>
  world.run(recordCall, { ...mine, of: 'step', call, outcome: { ok: true, value: 1 }, driver })

test('whoever took the job over last may record, and nobody else', async () => {
  const world = await driven()
  await drive(world, 'first')
  await drive(world, 'second')
  await expect(record(world, 'first')).rejects.toMatchObject({ code: 'fenced' })
  await record(world, 'second')
  const ending = { ...mine, status: 'completed', reason: 'Done.', outcome: null } as const
  await expect(world.run(endJob, { ...ending, driver: 'first' })).rejects.toMatchObject({ code: 'fenced' })
  await world.run(endJob, { ...ending, driver: 'second' })
  expect(await world.events('step_recorded')).toHaveLength(1)
})

test('another version is noticed once, stays on the job, and goes when the first version is back', async () => {
  const world = await driven()
  expect(await drive(world, 'a')).toEqual({ goes: true, drift: null })
  const drift = { program: { began_with: '1', now: '2' }, policy: null }
  expect(await drive(world, 'b', report('2'))).toEqual({ goes: true, drift })
  await drive(world, 'c', report('2'))
  expect(await world.events('drift_noticed')).toHaveLength(1)
  expect((await world.job('driven')).driven?.drift).toEqual(drift)
  expect(await drive(world, 'd')).toEqual({ goes: true, drift: null })
  expect((await world.job('driven')).driven?.drift).toBeNull()
})

test('a policy that holds otherwise than at the beginning is drift', async () => {
  const world = await driven()
  await drive(world, 'a')
  const policy = resolvePolicy({ ...SENDS_ARE_HELD, budget_usd: 1 }, catalog)
  await world.run(changePolicy, { tenant: null, job: ID, by: ADA, policy })
  expect((await drive(world, 'b')).drift).toMatchObject({ program: null, policy: { now: expect.any(String) } })
})

test('a policy that the caller would begin with today, and the job did not begin with, is drift', async () => {
  const world = await driven()
  const { policy: began_with } = await world.job('driven')
  expect(await drive(world, 'a', { wanted: began_with })).toEqual({ goes: true, drift: null })
  const drift = { program: null, policy: { began_with, now: 'sha256:other' } }
  expect(await drive(world, 'b', { wanted: 'sha256:other' })).toEqual({ goes: true, drift })
})

test('another program can not take the job', async () => {
  const world = await driven()
  const other = { name: 'letter', version: '1' }
  const taken = (job: string) => drive(world, 'a', { program: other, job: JobId.parse(job) })
  const code = 'program_changed'
  const began = 'Job driven began with the program report, not with letter.'
  await expect(taken('driven')).rejects.toMatchObject({ code, message: began })
  await expect(taken('job-1')).rejects.toMatchObject({ code, message: expect.stringContaining('with no program,') })
})

test('a job that has ended is not driven', async () => {
  const world = await driven()
  await world.run(cancelJob, { job: ID, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await drive(world, 'a')).toEqual({ goes: false, drift: null })
})

test('invariant 4: a job that is stopped or in doubt is not driven before a person has said so', async () => {
  const world = await driven()
  await drive(world, 'a')
  const attempt = AttemptId.parse('att-9')
  await world.ask({ job: 'driven', tool: 'look', key: 'look', claim: { attempt } })
  await world.run(doubtAttempt, { attempt })
  expect(await world.job('driven')).toMatchObject({ status: 'in_doubt' })
  expect(await drive(world, 'b')).toEqual({ goes: false, drift: null })

  await world.start({ id: 'halts', program: { name: 'report', version: '1' } })
  await world.ask({ job: 'halts', gate: A_FAILURE })
  expect(await drive(world, 'b', { job: JobId.parse('halts') })).toEqual({ goes: false, drift: null })
  expect(await world.events('job_driven')).toHaveLength(1)
})

test('no job is driven while the kill switch is thrown', async () => {
  const world = await driven()
  await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  await expect(drive(world, 'a')).rejects.toMatchObject({ code: 'halted' })
})

test('invariant 34: a job of another tenant is not there to be driven, turned or left', async () => {
  const world = await driven()
  await drive(world, 'a')
  const foreign = { ...mine, tenant: TenantId.parse('other'), driver: 'a', reason: 'x' }
  const tries: Promise<unknown>[] = [
    drive(world, 'b', { tenant: foreign.tenant }),
    world.run(turnJob, { ...foreign, to: 'waiting' }),
    world.run(leaveJob, foreign),
  ]
  const unknown = { ...foreign, tenant: LOCAL, job: JobId.parse('job-9') }
  tries.push(world.run(turnJob, { ...unknown, to: 'waiting' }), world.run(leaveJob, unknown))
  for (const tried of tries) await expect(tried).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.job('driven')).toMatchObject({ status: 'running', driven: { driver: 'a' } })
})

test('a job waits for its children only while it runs, and goes on only from waiting', async () => {
  const world = await driven()
  await drive(world, 'a')
  const turn = (to: 'waiting' | 'running', driver = 'a') =>
    world.run(turnJob, { ...mine, to, driver, reason: 'A child works.' })
  expect(await turn('running')).toBe(false)
  expect(await turn('waiting')).toBe(true)
  expect(await turn('waiting')).toBe(false)
  expect(await turn('running')).toBe(true)
  await world.hold({ job: 'driven' })
  expect(await turn('waiting')).toBe(false)
  expect((await world.job('driven')).status).toBe('pending_review')
  await drive(world, 'b')
  await expect(turn('waiting', 'a')).rejects.toMatchObject({ code: 'fenced' })
})

test('a job that waited runs again when its program does', async () => {
  const world = await driven()
  await drive(world, 'a')
  await world.run(turnJob, { ...mine, to: 'waiting', driver: 'a', reason: 'A child works.' })
  await drive(world, 'b')
  expect((await world.job('driven')).status).toBe('running')
})

test('a job whose program was left says what it waits for, until it is driven again or ends', async () => {
  const world = await driven()
  await drive(world, 'first')
  const left = { ...mine, driver: 'first', reason: 'The forge did not answer.' }
  await world.run(leaveJob, left)
  expect(await world.row('jobs', 'driven')).toMatchObject({ status: 'running', waits_for: 'The forge did not answer.' })
  await drive(world, 'second')
  expect(await world.row('jobs', 'driven')).not.toHaveProperty('waits_for')
  await expect(world.run(leaveJob, left)).rejects.toMatchObject({ code: 'fenced' })
  await world.run(leaveJob, { ...left, driver: 'second' })
  await world.run(endJob, { ...mine, status: 'completed', reason: 'Done.', outcome: null, driver: 'second' })
  expect(await world.row('jobs', 'driven')).not.toHaveProperty('waits_for')
  expect(await world.run(leaveJob, { ...left, driver: 'second' })).toBe(false)
})

test('a job that a program drives says until its next run that something was answered while more is held', async () => {
  const world = await aWorld({ policy: SENDS_ARE_HELD })
  await world.start({ id: 'driven', program: { name: 'report', version: '1' } })
  await world.start({ id: 'bare' })
  const isAnswered = async (job: string) => (await world.job(job)).answered === true
  for (const job of ['driven', 'bare']) {
    await world.ask({ job, args: { to: 1 }, checkpoint: `${job}-1` })
    await world.ask({ job, args: { to: 2 }, checkpoint: `${job}-2` })
    await world.ask({ job, args: { to: 3 }, checkpoint: `${job}-3` })
    expect(await isAnswered(job)).toBe(false)
    await world.approve(`${job}-1`)
  }
  expect([await isAnswered('driven'), await isAnswered('bare')]).toEqual([true, false])
  await drive(world, 'next')
  expect(await isAnswered('driven')).toBe(false)
  await world.approve('driven-2')
  expect(await isAnswered('driven')).toBe(true)
  await world.run(cancelJob, { job: ID, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await isAnswered('driven')).toBe(false)
})

test('what was answered while a program ran stays so until its next run, whatever it does meanwhile', async () => {
  const world = await aWorld({ policy: SENDS_ARE_HELD })
  await world.start({ id: 'driven', program: { name: 'report', version: '1' } })
  await drive(world, 'first')
  await world.ask({ job: 'driven', args: { to: 1 }, checkpoint: 'first' })
  await world.approve('first')
  const answered = { status: 'running', answered: true }
  expect(await world.job('driven')).toMatchObject(answered)
  await world.run(turnJob, { ...mine, to: 'waiting', reason: 'A child works.', driver: 'first' })
  await world.run(turnJob, { ...mine, to: 'running', reason: 'It is done.', driver: 'first' })
  expect(await world.job('driven')).toMatchObject(answered)
  await world.ask({ job: 'driven', args: { to: 2 }, checkpoint: 'second' })
  expect(await world.job('driven')).toMatchObject({ status: 'pending_review', answered: true })
  await drive(world, 'next')
  expect(await world.job('driven')).not.toHaveProperty('answered')
})

test('a parent is told of a child that was called off, also while it runs, and of none that it ended itself', async () => {
  const world = await driven()
  const isTold = async () => (await world.job('driven')).answered === true
  await drive(world, 'first')
  for (const id of ['ended', 'early', 'off'])
    await world.start({ id, parent: 'driven', program: { name: 'part', version: '1' } })
  const cancel = (job: string) =>
    world.run(cancelJob, { job: JobId.parse(job), by: ADA, tenant: null, reason: 'Not needed.' })
  await cancel('early')
  expect(await isTold()).toBe(true)
  await drive(world, 'second')
  await world.run(turnJob, { ...mine, to: 'waiting', reason: 'Others work.', driver: 'second' })
  const ending = { ...mine, job: JobId.parse('ended'), status: 'completed', reason: '', outcome: null } as const
  await world.run(endJob, ending)
  expect(await isTold()).toBe(false)
  await cancel('off')
  expect(await isTold()).toBe(true)
})
