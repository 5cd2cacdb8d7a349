import { expect, test } from 'vitest'
import type { Gate } from '../../model/gate.ts'
import { A_FAILURE, ADA, aCall, aPolicy, EVE, ROB, rule } from '../../testing/builders.ts'
import { PullWorld } from '../../testing/pull-world.ts'
import { aWrite } from '../../testing/store-rows.ts'
import { aWorld } from '../../testing/world.ts'
import { changePolicy } from '../change-policy.ts'
import { setKillSwitch } from '../set-kill-switch.ts'

const NOT_YET = 'waits for a person: nobody has approved it as it is.'

async function aPullWorld(policy: unknown = 'jobs/guided'): Promise<PullWorld> {
  return new PullWorld(await aWorld({ policy }))
}

/** Puts one more question to the policy before it is merged than an agent could. */
async function askAlso(pulls: PullWorld, gate: Gate): Promise<void> {
  const { id, gates } = await pulls.pull()
  const found = await pulls.world.store.get('pulls', id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  const row = { ...found.row, gates: [...gates, gate] }
  await pulls.world.store.append(aWrite({ rows: [{ table: 'pulls', id, version: found.version, row }] }))
}

test.for([
  ['denies', aCall('wipe'), { preset: 'jobs/guided', rules: [rule('wipe', 'deny')] }],
  ['stops', A_FAILURE, { preset: 'jobs/guided', error_tolerance: 'none' }],
] as const)(
  'invariant 2: what the policy %s by now voids the approval, and main does not move',
  async ([, gate, policy]) => {
    const pulls = await aPullWorld(policy)
    await pulls.held()
    await pulls.submit('approve')
    await askAlso(pulls, gate)
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'approval_voided' })
    expect(await pulls.world.events('merge_claimed')).toEqual([])
    expect(await pulls.world.events('merge_refused')).toMatchObject([{ data: { why: 'denied' } }])
    expect(await pulls.world.events('approval_spent')).toMatchObject([{ data: { voided: true } }])
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
  },
)

test('invariant 3: an approval is spent on its merge also where the policy would not ask any more', async () => {
  const pulls = await aPullWorld()
  const { id } = await pulls.held()
  await pulls.submit('approve')
  const { job, tenant } = await pulls.pull()
  await pulls.world.run(changePolicy, { job, by: ADA, policy: aPolicy('jobs/full'), tenant })
  await pulls.claim()
  expect(await pulls.world.events('approval_spent')).toMatchObject([
    { checkpoint: id, data: { voided: false, decision: { verdict: 'allow' } } },
  ])
})

test('the approval is spent on the question that was asked, whichever that was', async () => {
  const pulls = await aPullWorld({ preset: 'jobs/guided', rules: [rule('look', 'allow')] })
  await pulls.held()
  await pulls.submit('approve')
  await askAlso(pulls, aCall('look'))
  const { gates } = await pulls.pull()
  const { id, version, row } = (await pulls.world.store.get('pulls', (await pulls.pull()).id))!
  const reversed = { ...row, gates: gates.toReversed() }
  await pulls.world.store.append(aWrite({ rows: [{ table: 'pulls', id, version, row: reversed }] }))
  await pulls.claim()
  expect(await pulls.world.events('approval_spent')).toMatchObject([{ data: { decision: { verdict: 'ask' } } }])
})

test('what is merged is told to be so with its plan, whatever holds by then', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  await pulls.submit('approve')
  const { plan } = await pulls.claim()
  await pulls.merged()
  await pulls.world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  expect(await pulls.claim()).toMatchObject({ plan, pull: { status: 'merged' } })
})

test('whoever merges too early is told what is missing', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  await expect(pulls.claim()).rejects.toThrow(NOT_YET)
  await pulls.submit('comment', { text: 'Hm.' })
  await pulls.submit('approve', { by: ROB })
  await expect(pulls.claim()).rejects.toThrow('One comment on job-1:phase-1-strategic has to be answered')
  await pulls.submit('request_changes', { by: EVE, text: 'Not like this.' })
  // It was taken back, so that nothing approved is left to differ from what stands there.
  await expect(pulls.claim()).rejects.toThrow(NOT_YET)
})
