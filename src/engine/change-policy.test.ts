import { expect, test } from 'vitest'
import type { Actor } from '../model/actor.ts'
import { JobId, LOCAL, TenantId } from '../model/ids.ts'
import { digestOf } from '../policy/policy.ts'
import { A_SECRET, ADA, aPolicy, person, ROB, rule, SCOUT, SENDS_ARE_HELD, VIC } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'

const JOB = JobId.parse('job-1')
const TIGHTER = { ...SENDS_ARE_HELD, rules: [...SENDS_ARE_HELD.rules, rule('look', 'ask')], budget_usd: 0.1 }
const LOOSER = { ...SENDS_ARE_HELD, rules: [rule('wipe', 'deny')], budget_usd: 9 }

const change = (world: World, document: object, by: Actor = ADA) =>
  world.run(changePolicy, { job: JOB, by, tenant: by.kind === 'person' ? null : LOCAL, policy: aPolicy(document) })

test('another policy holds from the next gate on', async () => {
  const world = await aWorld()
  expect(await change(world, TIGHTER)).toBe(digestOf(aPolicy(TIGHTER)))
  expect(await world.job()).toMatchObject({ policy: digestOf(aPolicy(TIGHTER)) })
  expect(await world.ask({ tool: 'look' })).toMatchObject({ status: 'held' })
})

test('the same policy again is stored once', async () => {
  const world = await aWorld()
  await change(world, TIGHTER)
  await change(world, SENDS_ARE_HELD)
  await change(world, TIGHTER)
  expect(await world.job()).toMatchObject({ policy: digestOf(aPolicy(TIGHTER)) })
})

test.for([
  ['agent', SCOUT],
  ['assistant', { kind: 'assistant', id: 'ada' }],
  ['service', { kind: 'service', id: 'ada' }],
  ['reviewer', ROB],
] as const)('an %s may only tighten, and is told where it would loosen', async ([, by]) => {
  const world = await aWorld()
  await expect(change(world, LOOSER, by)).rejects.toMatchObject({
    code: 'may_only_tighten',
    details: { axes: 'rules, budget_usd' },
  })
  await change(world, TIGHTER, by)
  expect(await world.job()).toMatchObject({ policy: digestOf(aPolicy(TIGHTER)) })
  await expect(change(world, SENDS_ARE_HELD, by)).rejects.toMatchObject({ code: 'may_only_tighten' })
})

test('loosening what is handed on is loosening', async () => {
  const world = await aWorld({ policy: { ...SENDS_ARE_HELD, delegable: { budget_usd: 0.1 } } })
  await expect(change(world, SENDS_ARE_HELD, SCOUT)).rejects.toMatchObject({ code: 'may_only_tighten' })
  await expect(change(world, { ...SENDS_ARE_HELD, delegable: { budget_usd: 0.2 } }, SCOUT)).rejects.toMatchObject({
    code: 'may_only_tighten',
    details: { axes: 'budget_usd' },
  })
})

test('an administrator may loosen', async () => {
  const world = await aWorld()
  await change(world, LOOSER)
  expect(await world.ask()).toMatchObject({ status: 'allowed' })
})

test('whoever only looks changes nothing, not even to tighten', async () => {
  const world = await aWorld()
  await expect(change(world, TIGHTER, VIC)).rejects.toMatchObject({ code: 'not_authorised' })
})

test('nobody unknown or of another tenant changes a policy', async () => {
  const world = await aWorld()
  await expect(change(world, TIGHTER, person('nobody'))).rejects.toMatchObject({ code: 'not_found' })
  const foreign = { job: JOB, by: SCOUT, tenant: TenantId.parse('other'), policy: aPolicy(TIGHTER) }
  await expect(world.run(changePolicy, foreign)).rejects.toMatchObject({ code: 'not_found' })
})

test('a job that has ended keeps its policy', async () => {
  const world = await aWorld()
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(change(world, TIGHTER)).rejects.toMatchObject({ code: 'job_ended' })
})

test('a literal secret in a policy is refused', async () => {
  const world = await aWorld()
  const rules = [...SENDS_ARE_HELD.rules, { ...rule('look', 'ask'), because: A_SECRET }]
  await expect(change(world, { ...SENDS_ARE_HELD, rules })).rejects.toMatchObject({ code: 'literal_secret' })
})
