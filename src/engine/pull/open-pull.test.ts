import { expect, test } from 'vitest'
import { JobId, TenantId } from '../../model/ids.ts'
import { A_FAILURE, A_SECRET, ADA } from '../../testing/builders.ts'
import { aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { setKillSwitch } from '../set-kill-switch.ts'

async function aPullWorld(policy: unknown = 'jobs/guided'): Promise<PullWorld> {
  return new PullWorld(await aWorld({ policy }))
}

test('a phase has one pull request at a time, and each entry of it another', async () => {
  const pulls = await aPullWorld('jobs/full')
  await expect(pulls.open({ entry: 2 })).rejects.toMatchObject({ code: 'pull_known' })
  await pulls.open()
  await expect(pulls.open({ round: aRound('2') })).rejects.toThrow(
    'There is a pull request of phase-1-strategic already',
  )
  await pulls.claim()
  await pulls.merged()
  await expect(pulls.open()).rejects.toMatchObject({ code: 'pull_known' })
  await expect(pulls.open({ entry: 3 })).rejects.toMatchObject({ code: 'pull_known' })
  expect(await pulls.open({ entry: 2 })).toMatchObject({ status: 'open' })
})

// biome-ignore format: a table
const LOOKED_AT: readonly (readonly [why: string, policy: object, offered: boolean])[] = [
  ['nothing',               { preset: 'jobs/full' },                                            false],
  ['the end',               { preset: 'jobs/full', phase_stops: { completion: true } },         true],
  ['every second phase',    { preset: 'jobs/full', custom_stops: { every_n_phases: 2 } },       true],
  ['a milestone',           { preset: 'jobs/full', custom_stops: { milestones: ['beta'] } },    true],
  ['what it is unsure of',  { preset: 'jobs/full', custom_stops: { confidence_below: 0.5 } },   true],
  ['no milestone',          { preset: 'jobs/full', custom_stops: { milestones: [] } },          false],
]

test.for(LOOKED_AT)(
  'the work of a job of which people see %s is offered to them: %2$s',
  async ([, policy, offered]) => {
    const pulls = await aPullWorld(policy)
    expect(await pulls.open()).toMatchObject({ offered })
  },
)

test('invariant 34: a job of another tenant is not there to offer anything', async () => {
  const pulls = await aPullWorld()
  await expect(pulls.open({ tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(pulls.open({ job: JobId.parse('job-9') })).rejects.toMatchObject({ code: 'not_found' })
})

test('invariant 32: a run that another has taken the job over from offers nothing', async () => {
  const pulls = await aPullWorld()
  await expect(pulls.open({ driver: 'drv_old' })).rejects.toMatchObject({ code: 'fenced' })
})

test('nothing is offered while the kill switch is thrown, or the job is stopped', async () => {
  const halted = await aPullWorld()
  await halted.world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  await expect(halted.open()).rejects.toMatchObject({ code: 'halted' })
  const stopped = await aPullWorld({ preset: 'jobs/guided', error_tolerance: 'none' })
  await stopped.world.ask({ gate: A_FAILURE })
  await expect(stopped.open()).rejects.toMatchObject({ code: 'job_stopped' })
})

test.for(['title', 'description'] as const)('invariant 33: no literal secret is a %s', async (word) => {
  const pulls = await aPullWorld()
  await expect(pulls.open({ [word]: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
})
