import { expect, test } from 'vitest'
import { Gate, type GateInput } from '../model/gate.ts'
import { JobId } from '../model/ids.ts'
import { ADA, ROB } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { resumeJob } from './resume-job.ts'
import { stopRestored } from './stop-restored.ts'

const JOB = JobId.parse('job-1')
const POLICY = { preset: 'jobs/full', limits: { max_total_errors: 1, on_limit_reached: 'stop' } }

const failed = (errors: number) =>
  Gate.parse({ kind: 'step', phase: 'build', status: 'failure', totals: { errors } } satisfies GateInput)

const fail = async (world: World, errors = 5, key: string | null = null) =>
  (await world.ask({ gate: failed(errors), key })).status

const resume = (world: World, by = ROB) => world.run(resumeJob, { job: JOB, by, reason: 'Known.' })

/** A job that was stopped and resumed as often as it is said. */
async function resumed(...errors: readonly number[]): Promise<World> {
  const world = await aWorld({ policy: POLICY })
  for (const count of errors) {
    expect(await fail(world, count)).toBe('stopped')
    await resume(world)
  }
  return world
}

test('invariant 1: whoever resumes a job lets the gate pass that stopped it, once, and the log says who', async () => {
  const world = await resumed(5)
  expect(await fail(world)).toBe('allowed')
  expect((await world.events('gate_decided')).map(({ data }) => data.permit)).toEqual([
    null,
    { by: 'resume', person: 'rob' },
  ])
  expect(await world.job()).not.toHaveProperty('resumed_at')
  expect(await fail(world)).toBe('stopped')
})

test('nothing else passes by it, and it stays there for what it was given for', async () => {
  const world = await resumed(5)
  expect(await fail(world, 6)).toBe('stopped')
  await resume(world, ADA)
  expect(await world.job()).toMatchObject({ resumed_at: [{ by: 'rob' }, { by: 'ada' }] })
  expect(await fail(world, 6)).toBe('allowed')
  expect(await world.job()).toMatchObject({ resumed_at: [{ by: 'rob' }] })
  expect(await fail(world, 5)).toBe('allowed')
})

test('under its key the same question has passed for ever, and leaves to others what lets them pass', async () => {
  const world = await resumed(5)
  expect(await fail(world, 5, 'one')).toBe('allowed')
  expect(await fail(world, 5, 'two')).toBe('stopped')
  await resume(world)
  expect(await fail(world, 5, 'one')).toBe('allowed')
  expect(await world.job()).toMatchObject({ resumed_at: [{ by: 'rob' }] })
  expect(await fail(world, 5, 'two')).toBe('allowed')
  expect(await world.job()).not.toHaveProperty('resumed_at')
  expect([await fail(world, 5, 'two'), await fail(world, 5, 'three')]).toEqual(['allowed', 'stopped'])
})

test('what somebody else let pass again is used up under the same key', async () => {
  const world = await resumed(5)
  await fail(world, 6)
  await resume(world, ADA)
  expect(await fail(world, 5, 'one')).toBe('allowed')
  expect(await fail(world, 6, 'one')).toBe('allowed')
  expect(await world.job()).not.toHaveProperty('resumed_at')
})

test('a key that passed once passes another gate only where that was resumed from as well', async () => {
  const world = await resumed(5, 6)
  expect(await fail(world, 5, 'one')).toBe('allowed')
  expect(await fail(world, 6, 'one')).toBe('allowed')
  expect(await fail(world, 6, 'two')).toBe('stopped')
})

test('invariant 10: a restore takes back what was not passed yet, and nobody passes by what it stopped', async () => {
  const world = await resumed(5)
  await world.run(stopRestored, { job: JOB })
  expect(await world.job()).not.toHaveProperty('resumed_at')
  await resume(world)
  expect(await world.job()).not.toHaveProperty('resumed_at')
  expect(await fail(world)).toBe('stopped')
})

test('a job that has ended keeps nothing to pass by', async () => {
  const world = await resumed(5)
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await world.job()).not.toHaveProperty('resumed_at')
  expect(await world.job()).not.toHaveProperty('stopped_at')
})

test('what stopped a job is known until somebody resumes it', async () => {
  const world = await aWorld({ policy: POLICY })
  await fail(world)
  expect(await world.job()).toMatchObject({ stopped_at: expect.stringMatching(/^sha256:/) })
  expect(await world.job()).not.toHaveProperty('resumed_at')
  await resume(world)
  expect(await world.job()).not.toHaveProperty('stopped_at')
})
