import { expect, test } from 'vitest'
import type { Content } from '../model/content.ts'
import { AttemptId, JobId, LOCAL, TenantId } from '../model/ids.ts'
import { A_FAILURE, A_SECRET, ADA, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { type ClaimStep, claimStep } from './claim-step.ts'
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

const claim = (world: World, attempt: string, given: Partial<ClaimStep> = {}) =>
  world.run(claimStep, {
    ...mine,
    key: 'step:charge#1',
    sealed: seal({ tool: 'charge' }),
    claim: { attempt: AttemptId.parse(attempt), session: 's', recorded: true, idempotent: false },
    ...given,
  })

test('a step is claimed once; whoever comes later gets the first claim', async () => {
  const world = await driven()
  expect(await claim(world, 'one')).toMatchObject({ id: 'one', status: 'claimed', permit: { by: 'program' } })
  expect(await claim(world, 'two', { driver: 'somebody else' })).toMatchObject({ id: 'one' })
  expect(await world.events('attempt_claimed')).toHaveLength(1)
})

test('a run that was replaced claims nothing', async () => {
  const world = await driven()
  await expect(claim(world, 'one', { driver: 'stale' })).rejects.toMatchObject({ code: 'fenced' })
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

test('invariant 34: a step of another tenant is not there, claimed or not', async () => {
  const world = await driven()
  const foreign = { tenant: TenantId.parse('other') }
  await expect(claim(world, 'one', foreign)).rejects.toMatchObject({ code: 'not_found' })
  await claim(world, 'one')
  await expect(claim(world, 'two', foreign)).rejects.toMatchObject({ code: 'not_found' })
})

test('no step with what only looks like a reference to a secret is claimed', async () => {
  const world = await driven()
  const sealed = seal({ tool: 'charge', args: { token: { $secret: 5 } } })
  await expect(claim(world, 'one', { sealed })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await world.events('attempt_claimed')).toEqual([])
})

test('invariant 33: no step with a literal secret in it is claimed', async () => {
  const world = await driven()
  const content: Content = { tool: 'charge', args: { token: A_SECRET } }
  await expect(claim(world, 'one', { sealed: seal(content) })).rejects.toMatchObject({ code: 'literal_secret' })
  expect(await world.events('attempt_claimed')).toEqual([])
})
