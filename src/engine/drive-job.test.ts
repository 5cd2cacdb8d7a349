import { expect, test } from 'vitest'
import { JobId, LOCAL } from '../model/ids.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { ADA, SCOUT, SENDS_ARE_HELD } from '../testing/builders.ts'
import { catalog } from '../testing/catalog.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { driveJob } from './drive-job.ts'
import { endJob } from './end-job.ts'
import { leaveJob } from './leave-job.ts'
import { recordCall } from './record-call.ts'
import { turnJob } from './turn-job.ts'

const ID = JobId.parse('driven')
const mine = { tenant: LOCAL, job: ID, by: SCOUT }

/** A world in which `driven` runs a program. */
async function driven(): Promise<World> {
  const world = await aWorld()
  await world.start({ id: 'driven', program: { name: 'report', version: '1' } })
  return world
}

const drive = (world: World, driver: string, version = '1') =>
  world.run(driveJob, { ...mine, driver, epoch: 1, program: { name: 'report', version }, wanted: null })

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
  expect(await drive(world, 'b', '2')).toEqual({ goes: true, drift })
  await drive(world, 'c', '2')
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

test('another program can not take the job', async () => {
  const world = await driven()
  const other = { ...mine, driver: 'a', epoch: 1, program: { name: 'letter', version: '1' }, wanted: null }
  await expect(world.run(driveJob, other)).rejects.toMatchObject({ code: 'program_changed' })
})

test('a job that has ended is not driven', async () => {
  const world = await driven()
  await world.run(cancelJob, { job: ID, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await drive(world, 'a')).toEqual({ goes: false, drift: null })
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
