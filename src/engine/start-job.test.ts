import { expect, test } from 'vitest'
import { AttemptId, JobId, LOCAL, TenantId } from '../model/ids.ts'
import { JOB_LIMITS } from '../model/job-limits.ts'
import { digestOf } from '../policy/policy.ts'
import {
  A_FAILURE,
  A_SECRET,
  ADA,
  aPolicy,
  EVE,
  person,
  ROB,
  rule,
  SCOUT,
  SENDS_ARE_HELD,
} from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { doubtAttempt } from './doubt-attempt.ts'
import { setKillSwitch } from './set-kill-switch.ts'

test('a job begins to run under its policy', async () => {
  const world = await aWorld()
  const program = { name: 'letters', version: '2' }
  const job = await world.start({ id: 'job-2', program, input: { to: 'bob' }, by: ROB, key: 'k' })
  expect(job).toMatchObject({
    status: 'running',
    path: [],
    program,
    input: { to: 'bob' },
    started_by: ROB,
    policy: digestOf(aPolicy()),
    held: [],
  })
  expect(await world.job('job-2')).toEqual(job)
  expect(await world.row('policies', job.policy)).toEqual(aPolicy())
})

test('an id that is taken is refused', async () => {
  const world = await aWorld()
  await expect(world.start()).rejects.toMatchObject({ code: 'id_taken' })
})

test('under the same key it is the same job, wherever it stands by now', async () => {
  const world = await aWorld()
  const first = await world.start({ id: 'job-2', key: 'k' })
  expect(await world.start({ id: 'job-3', key: 'k' })).toEqual(first)
  await world.run(cancelJob, { job: first.id, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await world.start({ id: 'job-4', key: 'k' })).toMatchObject({ id: 'job-2', status: 'cancelled' })
  expect(await world.events('job_started')).toHaveLength(2)
})

test('a key is not used for another agent or another parent', async () => {
  const world = await aWorld()
  await world.start({ id: 'job-2', key: 'k' })
  await expect(world.start({ id: 'job-3', key: 'k', agent: 'other' })).rejects.toMatchObject({ code: 'key_reused' })
  await expect(world.start({ id: 'job-3', key: 'k', parent: 'job-1' })).rejects.toMatchObject({ code: 'key_reused' })
})

test('the same key of another tenant is another key', async () => {
  const world = await aWorld()
  await world.start({ id: 'job-2', key: 'k' })
  expect(await world.start({ id: 'job-3', key: 'k', tenant: TenantId.parse('other') })).toMatchObject({ id: 'job-3' })
})

test('a job without a key is nobody else’s, however they call theirs', async () => {
  const world = await aWorld()
  for (const key of ['null', 'undefined']) await world.start({ id: `key-${key}`, key })
  expect(await world.start({ id: 'without' })).toMatchObject({ id: 'without' })
})

test('a child knows its path, and its parent which call began it', async () => {
  const world = await aWorld()
  const call = { name: 'researcher', nth: 1, question: 'q' }
  await world.start({ id: 'child', parent: 'job-1', call })
  expect(await world.start({ id: 'grandchild', parent: 'child' })).toMatchObject({ path: ['job-1', 'child'] })
  expect(await world.events('child_linked')).toMatchObject([{ job: 'job-1', data: { call, child: 'child' } }])
})

test('a job has at most thirty-two above it', async () => {
  const world = await aWorld()
  let parent = 'job-1'
  for (let above = 1; above <= JOB_LIMITS.above; above += 1) {
    parent = (await world.start({ id: `job-1-${above}`, parent })).id
  }
  const deeper = world.start({ id: 'too-deep', parent })
  await expect(deeper).rejects.toMatchObject({ code: 'too_deep', details: { job: parent, most: '32' } })
})

test('a child that would be freer is refused, and the axes are named', async () => {
  const world = await aWorld()
  const freer = { ...SENDS_ARE_HELD, rules: [rule('wipe', 'deny')], error_tolerance: 'high' }
  await expect(world.start({ id: 'child', parent: 'job-1', policy: freer })).rejects.toMatchObject({
    code: 'too_free',
    details: { axes: 'rules, error_tolerance' },
    message: 'scout would be freer than job job-1 may hand on: rules, error_tolerance.',
  })
  expect(await world.events('spawn_refused')).toMatchObject([
    { job: 'job-1', data: { agent: 'scout', violations: ['rules', 'error_tolerance'] } },
  ])
  await expect(world.job('child')).rejects.toThrow('There is no row')
})

test('a child may be as free as its parent hands on, and not as its parent is itself', async () => {
  const world = await aWorld({ policy: { ...SENDS_ARE_HELD, delegable: { budget_usd: 0.1 } } })
  await expect(world.start({ id: 'child', parent: 'job-1' })).rejects.toMatchObject({
    code: 'too_free',
    details: { axes: 'budget_usd' },
  })
  const policy = { ...SENDS_ARE_HELD, budget_usd: 0.1 }
  expect(await world.start({ id: 'child', parent: 'job-1', policy })).toMatchObject({ path: ['job-1'] })
})

test('a grandchild is bound by everybody above it', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  const policy = aPolicy({ ...SENDS_ARE_HELD, rules: [...SENDS_ARE_HELD.rules, rule('look', 'ask')] })
  await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
  await expect(world.start({ id: 'grandchild', parent: 'child' })).rejects.toMatchObject({ details: { axes: 'rules' } })
})

test('tightening a parent bites at its child’s next gate', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.start({ id: 'grandchild', parent: 'child' })
  expect(await world.ask({ tool: 'look', job: 'grandchild' })).toMatchObject({ status: 'allowed' })
  const policy = aPolicy({ ...SENDS_ARE_HELD, rules: [rule('look', 'deny')] })
  await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
  expect(await world.ask({ tool: 'look', job: 'grandchild' })).toMatchObject({ status: 'denied' })
})

test('a job that is found again goes on under the stricter of what it began with and what is said now', async () => {
  const world = await aWorld()
  const begun = await world.start({ id: 'first', key: 'daily', policy: aPolicy({ preset: 'jobs/full' }) })
  expect(await world.ask({ tool: 'look', job: 'first' })).toMatchObject({ status: 'allowed' })
  const strict = aPolicy({ preset: 'jobs/full', rules: [rule('look', 'deny')] })
  const found = await world.start({ id: 'second', key: 'daily', policy: strict })
  expect(found).toMatchObject({ id: 'first', policy: expect.not.stringMatching(begun.policy) })
  expect(await world.ask({ tool: 'look', job: 'first' })).toMatchObject({ status: 'denied' })
  // Neither what is said twice nor what would be looser changes anything.
  for (const policy of [strict, aPolicy({ preset: 'jobs/full' })])
    expect(await world.start({ id: 'third', key: 'daily', policy })).toEqual(found)
  expect(await world.events('policy_changed')).toHaveLength(1)
})

test('invariant 33: a job that is found again takes no literal secret with its policy', async () => {
  const world = await aWorld()
  await world.start({ id: 'first', key: 'daily', policy: { preset: 'jobs/full' } })
  const policy = { preset: 'jobs/full', rules: [{ ...rule('look', 'deny'), because: A_SECRET }] }
  await expect(world.start({ id: 'second', key: 'daily', policy })).rejects.toMatchObject({ code: 'literal_secret' })
})

test.for([
  ['a child', { parent: 'job-1' }, { parent: 'job-1' }],
  ['one that a program drives', { program: { name: 'report', version: '1' } }, {}],
  ['one that a program would drive now', {}, { program: { name: 'report', version: '1' } }],
] as const)('%s keeps the policy that it began with when it is found again', async ([, first, again]) => {
  const world = await aWorld()
  const begun = await world.start({ id: 'first', key: 'daily', ...first })
  const policy = { ...SENDS_ARE_HELD, rules: [...SENDS_ARE_HELD.rules, rule('look', 'deny')] }
  expect(await world.start({ id: 'second', key: 'daily', policy, ...again })).toEqual(begun)
  expect(await world.events('policy_changed')).toEqual([])
})

test('a job that has ended keeps the policy that it had', async () => {
  const world = await aWorld()
  const { id, policy } = await world.start({ id: 'first', key: 'daily', policy: { preset: 'jobs/full' } })
  await world.run(cancelJob, { job: id, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await world.start({ id: 'second', key: 'daily' })).toMatchObject({ id, status: 'cancelled', policy })
})

test('invariant 18: whoever starts a job again has a part in it, and is written down once', async () => {
  const world = await aWorld()
  await world.start({ id: 'job-k', key: 'k', by: ROB })
  await world.start({ id: 'again', key: 'k', by: ROB })
  expect(await world.events('job_joined')).toEqual([])
  expect(await world.start({ id: 'again', key: 'k', by: EVE })).toMatchObject({ joined_by: ['eve'] })
  await world.start({ id: 'job-a', key: 'a', by: { kind: 'agent', id: 'rob' } })
  for (const _time of [1, 2])
    expect(await world.start({ id: 'again', key: 'a', by: ROB })).toMatchObject({ joined_by: ['rob'] })
  expect(await world.events('job_joined')).toMatchObject([
    { data: { person: 'eve' } },
    { job: 'job-a', data: { person: 'rob' } },
  ])
})

test('nobody works for a job of another tenant, nor for one that is not there', async () => {
  const world = await aWorld()
  const tenant = TenantId.parse('other')
  await expect(world.start({ id: 'child', parent: 'job-1', tenant })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.start({ id: 'child', parent: 'job-9' })).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody works for a job that has ended, is stopped or in doubt', async () => {
  const world = await aWorld()
  await world.start({ id: 'ended' })
  await world.run(cancelJob, { job: (await world.job('ended')).id, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(world.start({ id: 'child', parent: 'ended' })).rejects.toMatchObject({ code: 'job_ended' })

  await world.start({ id: 'stopped' })
  await world.ask({ job: 'stopped', gate: A_FAILURE })
  await expect(world.start({ id: 'child', parent: 'stopped' })).rejects.toMatchObject({ code: 'job_stopped' })

  await world.start({ id: 'doubtful' })
  const attempt = AttemptId.parse('att')
  await world.ask({ job: 'doubtful', tool: 'look', key: 'k', claim: { attempt } })
  await world.run(doubtAttempt, { attempt })
  await expect(world.start({ id: 'child', parent: 'doubtful' })).rejects.toMatchObject({ code: 'job_in_doubt' })
})

test('nobody works for a child of a job that was called off', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.run(cancelJob, { job: (await world.job()).id, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(world.start({ id: 'grandchild', parent: 'child' })).rejects.toMatchObject({ code: 'halted' })
})

test.for([
  ['everything', { of: 'all' }],
  ['its agent', { of: 'agent', agent: 'scout' }],
  ['its tenant', { of: 'tenant', tenant: 'local' }],
] as const)('nothing begins while the kill switch for %s is on', async ([, scope]) => {
  const world = await aWorld()
  await world.run(setKillSwitch, { by: ROB, scope, on: true, reason: 'Fire.' })
  await expect(world.start({ id: 'job-2' })).rejects.toMatchObject({ code: 'halted' })
  await expect(world.start({ id: 'child', parent: 'job-1' })).rejects.toMatchObject({ code: 'halted' })
})

test('an agent that is called like a part of every object is not halted by it', async () => {
  const world = await aWorld()
  await world.run(setKillSwitch, { by: ROB, scope: { of: 'agent', agent: 'x' }, on: true, reason: 'Fire.' })
  expect(await world.start({ id: 'job-2', agent: 'constructor' })).toMatchObject({ status: 'running' })
})

test.for([
  ['the input', { input: { deep: [{ [A_SECRET]: 1 }] } }],
  ['the title', { title: A_SECRET }],
  ['the key', { key: A_SECRET }],
  ['the program', { program: { name: A_SECRET, version: '1' } }],
  ['the policy', { policy: { rules: [{ ...rule('send', 'ask'), because: A_SECRET }] } }],
] as const)('a literal secret in %s is refused', async ([, given]) => {
  const world = await aWorld()
  const before = (await world.events()).length
  await expect(world.start({ id: 'job-2', by: SCOUT, tenant: LOCAL, ...given })).rejects.toMatchObject({
    code: 'literal_secret',
  })
  expect((await world.events()).length).toBe(before)
})

test('a job is started again by a hundred people at most, and by nobody once it has ended', async () => {
  const world = await aWorld()
  const again = (name: string) => world.start({ id: 'again', key: 'k', by: person(name) })
  await world.start({ id: 'job-k', key: 'k' })
  for (let number = 1; number <= 100; number++) await again(`p-${number}`)
  await expect(again('one-more')).rejects.toMatchObject({ code: 'too_many_starters', details: { most: '100' } })
  expect(await again('p-7')).toMatchObject({ id: 'job-k' })
  await world.run(cancelJob, { tenant: LOCAL, job: JobId.parse('job-k'), by: ADA, reason: 'Enough.' })
  expect(await again('one-more')).toMatchObject({ status: 'cancelled' })
  expect((await world.job('job-k')).joined_by).toHaveLength(100)
})
