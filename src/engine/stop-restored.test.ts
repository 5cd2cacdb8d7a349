import { expect, test } from 'vitest'
import { JobId } from '../model/ids.ts'
import { ADA } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { stopRestored } from './stop-restored.ts'

const JOB = JobId.parse('job-1')

test('invariant 10: a restored job does nothing more until a person resumes it', async () => {
  const world = await aWorld()
  expect(await world.run(stopRestored, { job: JOB })).toBe(true)
  await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({ code: 'job_stopped' })
  expect(await world.run(stopRestored, { job: JOB })).toBe(false)
  expect(await world.events('job_moved')).toHaveLength(1)
})

test('a job that had ended stays as it was, and one that is not there is not stopped', async () => {
  const world = await aWorld()
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await world.run(stopRestored, { job: JOB })).toBe(false)
  expect(await world.job()).toMatchObject({ status: 'cancelled' })
  await expect(world.run(stopRestored, { job: JobId.parse('job-9') })).rejects.toMatchObject({ code: 'not_found' })
})
