import { expect, test } from 'vitest'
import { AttemptId, JobId, LOCAL } from '../model/ids.ts'
import { A_FAILURE, ADA, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { claimStep } from './claim-step.ts'
import { seal } from './content-hash.ts'
import { driveJob } from './drive-job.ts'
import { setKillSwitch } from './set-kill-switch.ts'

const mine = { tenant: LOCAL, job: JobId.parse('driven'), by: SCOUT, driver: 'me' }

async function driven(): Promise<World> {
  const world = await aWorld()
  const program = { name: 'report', version: '1' }
  await world.start({ id: 'driven', program })
  await world.run(driveJob, { ...mine, epoch: 1, program, wanted: null })
  return world
}

const claim = (world: World, attempt: string, driver = 'me') =>
  world.run(claimStep, {
    ...mine,
    driver,
    key: 'step:charge#1',
    sealed: seal({ tool: 'charge' }),
    claim: { attempt: AttemptId.parse(attempt), session: 's', recorded: true, idempotent: false },
  })

test('a step is claimed once; whoever comes later gets the first claim', async () => {
  const world = await driven()
  expect(await claim(world, 'one')).toMatchObject({ id: 'one', status: 'claimed', permit: { by: 'program' } })
  expect(await claim(world, 'two', 'somebody else')).toMatchObject({ id: 'one' })
  expect(await world.events('attempt_claimed')).toHaveLength(1)
})

test('a run that was replaced claims nothing', async () => {
  const world = await driven()
  await expect(claim(world, 'one', 'stale')).rejects.toMatchObject({ code: 'fenced' })
})

test('nothing is claimed while the kill switch is on', async () => {
  const world = await driven()
  await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Stop.' })
  await expect(claim(world, 'one')).rejects.toMatchObject({ code: 'halted' })
})

test('nothing is claimed in a job that is stopped', async () => {
  const world = await driven()
  await world.ask({ job: 'driven', gate: A_FAILURE })
  await expect(claim(world, 'one')).rejects.toMatchObject({ code: 'job_stopped' })
})
