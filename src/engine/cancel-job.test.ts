import { expect, test } from 'vitest'
import { SYSTEM } from '../model/actor.ts'
import { JobId, LOCAL, PersonId, TenantId } from '../model/ids.ts'
import { A_FAILURE, A_SECRET, ADA, aPerson, person, ROB, SCOUT, VIC } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { type CancelJob, cancelJob } from './cancel-job.ts'
import { type EndJob, endJob } from './end-job.ts'
import { enrolPerson } from './enrol-person.ts'
import { resumeJob } from './resume-job.ts'

const JOB = JobId.parse('job-1')

const cancel = (world: World, given: Partial<CancelJob> = {}) =>
  world.run(cancelJob, { job: JOB, by: ROB, tenant: null, reason: 'Enough.', ...given })
const end = (world: World, given: Partial<EndJob> = {}) =>
  world.run(endJob, { tenant: LOCAL, job: JOB, by: SCOUT, status: 'completed', reason: 'Done.', outcome: 42, ...given })

test('calling a job off closes what it holds, in the same commit, and sends for its children', async () => {
  const world = await aWorld()
  await world.hold({ args: { to: 'bob' } })
  await world.hold({ args: { to: 'eve' } })
  await cancel(world)
  expect(await world.job()).toMatchObject({ status: 'cancelled', held: [], ended_at: world.at(0) })
  for (const id of ['chk-1', 'chk-2']) {
    expect(await world.checkpoint(id)).toMatchObject({
      status: 'cancelled',
      resolution: { answer: null, by: ROB, reason: 'Enough.' },
    })
  }
  expect(await world.store.dueEffects(10)).toMatchObject([
    { id: 'sweep:job-1', kind: 'sweep_children', body: { job: 'job-1', reason: 'Enough.' } },
  ])
})

test('a long reason stands whole at the job, and its beginning at what is closed with it', async () => {
  const world = await aWorld()
  await world.hold()
  const long = 'Enough of it. '.repeat(1000)
  await cancel(world, { reason: long })
  const [moved] = await world.events('job_moved')
  expect(moved?.data.reason).toBe(long)
  expect((await world.checkpoint('chk-1')).resolution?.reason).toBe(`${long.slice(0, 999)}…`)
})

test('a reason of a thousand characters stands whole at what is closed with the job', async () => {
  const world = await aWorld()
  await world.hold()
  await cancel(world, { reason: 'x'.repeat(1000) })
  expect((await world.checkpoint('chk-1')).resolution?.reason).toBe('x'.repeat(1000))
})

test('children are bound at once, before anybody has swept', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.start({ id: 'grandchild', parent: 'child' })
  await cancel(world)
  await expect(world.ask({ tool: 'look', job: 'grandchild' })).rejects.toMatchObject({
    code: 'halted',
    message: 'Job job-1, which this one works for, was cancelled.',
  })
})

test('the sweep calls a child off in the name of the product', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  await cancel(world)
  await cancel(world, { job: JobId.parse('child'), by: SYSTEM })
  expect(await world.job('child')).toMatchObject({ status: 'cancelled' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'cancelled', resolution: { by: SYSTEM } })
})

test('calling off twice is the same as once', async () => {
  const world = await aWorld()
  await cancel(world)
  const before = (await world.events()).length
  await cancel(world)
  expect((await world.events()).length).toBe(before)
})

test('what has ended otherwise is not called off', async () => {
  const world = await aWorld()
  await end(world)
  await expect(cancel(world)).rejects.toMatchObject({ code: 'job_ended', message: 'Job job-1 is completed.' })
})

test('a stopped job may be called off', async () => {
  const world = await aWorld()
  await world.ask({ gate: A_FAILURE })
  await cancel(world)
  expect(await world.job()).toMatchObject({ status: 'cancelled' })
})

test('who may call a job off', async () => {
  const world = await aWorld()
  const tenants = [TenantId.parse('other')]
  await world.run(enrolPerson, { by: ADA, change: false, person: aPerson({ id: PersonId.parse('ole'), tenants }) })
  await expect(cancel(world, { by: VIC })).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(cancel(world, { by: person('ole') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(cancel(world, { by: person('nobody') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(cancel(world, { by: SCOUT, tenant: TenantId.parse('other') })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(cancel(world, { by: SCOUT })).rejects.toMatchObject({ code: 'not_found' })
  await cancel(world, { by: SCOUT, tenant: LOCAL })
  expect(await world.job()).toMatchObject({ status: 'cancelled' })
})

test.for(['completed', 'failed'] as const)('a job ends as %s with what it brought', async (status) => {
  const world = await aWorld()
  await end(world, { status })
  expect(await world.job()).toMatchObject({ status, outcome: 42, ended_at: world.at(0) })
  const before = (await world.events()).length
  await end(world, { status })
  expect((await world.events()).length).toBe(before)
  const other = status === 'failed' ? 'completed' : 'failed'
  await expect(end(world, { status: other })).rejects.toMatchObject({ code: 'job_ended' })
})

test.for([
  ['of a text', 'x', 'y', 'is completed, and what came of it is "x". How a job ended'],
  [
    'of an object',
    { sum: 1, to: 'ann' },
    { sum: 2, to: 'ann' },
    'is completed, and what came of it is {"sum":1,"to":"ann"}. How',
  ],
  ['of much', 'x'.repeat(1000), 'y', `what came of it is "${'x'.repeat(199)}…. How`],
  ['of nothing', null, 'y', 'Job job-1 is completed. How a job ended'],
  ['into nothing', 'x', null, 'what came of it is "x". How'],
] as const)('a job does not end again with another outcome: %s', async ([, outcome, other, words]) => {
  const world = await aWorld()
  await end(world, { outcome })
  const before = (await world.events()).length
  await expect(end(world, { outcome: other })).rejects.toMatchObject({
    code: 'job_ended',
    message: expect.stringContaining(words),
    details: { job: JOB, status: 'completed' },
  })
  await end(world, { outcome })
  expect((await world.events()).length).toBe(before)
  expect(await world.job()).toMatchObject({ outcome })
})

test('an outcome is the same however its keys stand and whatever is not written down of it', async () => {
  const world = await aWorld()
  await end(world, { outcome: { a: 1, at: new Date(0), gone: undefined } })
  const before = (await world.events()).length
  await end(world, { outcome: { at: '1970-01-01T00:00:00.000Z', a: 1 } })
  expect((await world.events()).length).toBe(before)
})

test('a job does not end while it is held or stopped', async () => {
  const world = await aWorld()
  await world.hold()
  await expect(end(world)).rejects.toMatchObject({ code: 'job_held', message: 'Job job-1 waits for chk-1.' })
  await world.approve('chk-1')
  await world.ask({ gate: A_FAILURE })
  await expect(end(world)).rejects.toMatchObject({ code: 'job_stopped' })
})

test('a job that fails takes along what was sent back to it; one that is done may not leave that behind', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'request_changes', reason: 'Louder.' })
  await expect(end(world)).rejects.toMatchObject({ code: 'job_held' })
  await world.hold({ args: { to: 'eve' } })
  const fails = { status: 'failed', reason: 'No paper.' } as const
  await expect(end(world, fails)).rejects.toMatchObject({ code: 'job_held', message: 'Job job-1 waits for chk-3.' })
  await world.approve('chk-3')
  await end(world, fails)
  expect(await world.job()).toMatchObject({ status: 'failed', held: [] })
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'cancelled',
    resolution: { answer: null, by: SCOUT, reason: 'No paper.' },
  })
})

test('nobody of another tenant ends a job', async () => {
  const world = await aWorld()
  await expect(end(world, { tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
})

test('only a person who decides resumes a stopped job', async () => {
  const world = await aWorld()
  const resume = (by = ROB) => world.run(resumeJob, { job: JOB, by, reason: 'Mended.' })
  await expect(resume()).rejects.toMatchObject({ code: 'job_not_stopped', message: 'Job job-1 is running.' })
  await world.ask({ gate: A_FAILURE })
  await expect(resume(SCOUT)).rejects.toMatchObject({ code: 'actor_not_human' })
  await expect(resume(VIC)).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(resume(person('nobody'))).rejects.toMatchObject({ code: 'not_found' })
  await resume()
  expect(await world.job()).toMatchObject({ status: 'running' })
})

test('a job that is resumed waits again for what it holds', async () => {
  const world = await aWorld()
  await world.hold()
  await world.ask({ gate: A_FAILURE })
  await world.run(resumeJob, { job: JOB, by: ROB, reason: 'Mended.' })
  expect(await world.job()).toMatchObject({ status: 'pending_review', held: ['chk-1'] })
})

test('an answer does not set a stopped job going', async () => {
  const world = await aWorld()
  await world.hold()
  await world.ask({ gate: A_FAILURE })
  await world.approve('chk-1')
  expect(await world.job()).toMatchObject({ status: 'stopped', held: [] })
})

test('a literal secret in a reason or an outcome is refused', async () => {
  const world = await aWorld()
  await expect(cancel(world, { reason: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
  await expect(end(world, { reason: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
  await expect(end(world, { outcome: { a: [A_SECRET] } })).rejects.toMatchObject({
    code: 'literal_secret',
    problems: [{ path: '/outcome/a/0' }],
  })
  await world.ask({ gate: A_FAILURE })
  await expect(world.run(resumeJob, { job: JOB, by: ROB, reason: A_SECRET })).rejects.toMatchObject({
    code: 'literal_secret',
  })
})

test('half a character in a reason is refused', async () => {
  const world = await aWorld()
  const refused = (path: string) => ({ code: 'invalid_input', problems: [{ code: 'bad_encoding', path }] })
  const reason = 'No \ud800 paper.'
  await expect(cancel(world, { reason })).rejects.toMatchObject(refused('/reason'))
  await expect(end(world, { status: 'failed', reason })).rejects.toMatchObject(refused('/reason'))
  await world.ask({ gate: A_FAILURE })
  await expect(world.run(resumeJob, { job: JOB, by: ROB, reason })).rejects.toMatchObject(refused('/reason'))
})
