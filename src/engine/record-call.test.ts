import { expect, test } from 'vitest'
import { JobId, LOCAL, TenantId } from '../model/ids.ts'
import { A_SECRET, ADA, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { type RecordCall, recordCall } from './record-call.ts'

const JOB = JobId.parse('job-1')
const CALL = { name: 'collect', nth: 1, question: 'q' }

const record = (world: World, given: Partial<RecordCall> = {}) =>
  world.run(recordCall, {
    tenant: LOCAL,
    job: JOB,
    by: SCOUT,
    of: 'step',
    call: CALL,
    outcome: { ok: true, value: { found: 3 } },
    ...given,
  })

test.for([
  ['step', 'step_recorded'],
  ['phase', 'phase_recorded'],
] as const)('a %s that ended is in the log of its job', async ([of, type]) => {
  const world = await aWorld()
  await record(world, { of })
  expect(await world.events(type)).toMatchObject([
    { job: 'job-1', actor: SCOUT, data: { call: CALL, outcome: { ok: true, value: { found: 3 } } } },
  ])
})

test('nothing is recorded for a job that has ended or is somebody else’s', async () => {
  const world = await aWorld()
  await expect(record(world, { tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(record(world)).rejects.toMatchObject({ code: 'job_ended' })
})

test('no literal secret is recorded, in the outcome or in the name', async () => {
  const world = await aWorld()
  const outcome = { ok: false, error: `It said ${A_SECRET}` } as const
  await expect(record(world, { outcome })).rejects.toMatchObject({ code: 'literal_secret' })
  await expect(record(world, { call: { ...CALL, name: A_SECRET } })).rejects.toMatchObject({ code: 'literal_secret' })
})
