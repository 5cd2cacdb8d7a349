import { expect, test } from 'vitest'
import { JobId, PullId } from '../../model/ids.ts'
import { ADA, SCOUT } from '../../testing/builders.ts'
import { PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { cancelJob } from '../cancel-job.ts'
import { type ClosePull, closePull } from './close-pull.ts'

async function aPullWorld(policy = 'jobs/guided') {
  const pulls = new PullWorld(await aWorld({ policy }))
  const { id: pull, job } = await pulls.open()
  const close = (given: Partial<ClosePull> = {}) =>
    pulls.world.run(closePull, { pull, job, by: SCOUT, reason: 'Given up.', ...given })
  return { pulls, close }
}

test('an offer that is given up is closed once, here and on the forge', async () => {
  const { pulls, close } = await aPullWorld()
  expect(await close()).toMatchObject({ status: 'closed' })
  expect(await close()).toEqual(await pulls.pull())
  expect(await pulls.world.events('pull_closed')).toMatchObject([{ actor: SCOUT, data: { reason: 'Given up.' } }])
  expect(await pulls.world.store.dueEffects(10)).toMatchObject([{ kind: 'close_hosted' }])
})

test('what nobody is offered is closed on no forge', async () => {
  const { pulls, close } = await aPullWorld('jobs/full')
  await close()
  expect(await pulls.world.store.dueEffects(10)).toEqual([])
})

test('invariant 34: a job closes its own pull requests alone', async () => {
  const { pulls, close } = await aPullWorld()
  const absent = { pull: PullId.parse('job-1:phase-9') }
  for (const given of [{ job: JobId.parse('job-2') }, absent]) {
    await expect(close(given)).rejects.toThrow(/^There is no pull request /)
  }
  expect(await pulls.pull()).toMatchObject({ status: 'open' })
})

test('what is being merged, or is merged, is not given up', async () => {
  const { pulls, close } = await aPullWorld('jobs/full')
  await pulls.claim()
  await expect(close()).rejects.toMatchObject({ code: 'pull_merging' })
  await pulls.merged()
  await expect(close()).rejects.toMatchObject({ code: 'pull_ended' })
})

test('a job that is called off closes what is open of it, and leaves what was merged or closed as it is', async () => {
  const { pulls } = await aPullWorld('jobs/full')
  await pulls.claim()
  await pulls.merged()
  const { job } = await pulls.pull()
  await pulls.world.run(cancelJob, { job, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await pulls.pull()).toMatchObject({ status: 'merged' })
  expect(await pulls.world.events('pull_closed')).toEqual([])
})
