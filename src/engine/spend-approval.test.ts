import { expect, test } from 'vitest'
import { Gate } from '../model/gate.ts'
import { AttemptId, CheckpointId, LOCAL, TenantId } from '../model/ids.ts'
import { A_FAILURE, ADA, aPolicy, EVE, ROB, rule, SCOUT, THE_END } from '../testing/builders.ts'
import { PullWorld } from '../testing/pull-world.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { contentHash } from './content-hash.ts'
import { doubtAttempt } from './doubt-attempt.ts'
import { forgetApproval } from './forget-approval.ts'
import { setKillSwitch } from './set-kill-switch.ts'

async function tighten(world: World, document: object, job = 'job-1') {
  const policy = aPolicy(document)
  await world.run(changePolicy, { job: (await world.job(job)).id, by: ADA, tenant: null, policy })
}

test('an approval is spent once, and the claim stands before the action', async () => {
  const world = await aWorld()
  await world.hold({ key: 'letter' })
  await world.approve('chk-1')
  world.pass(7)
  const { content, attempt } = await world.spend('chk-1', { claim: { session: 's-3', idempotent: true } })
  expect(content).toEqual({ tool: 'send', args: { to: 'bob' } })
  expect(attempt).toMatchObject({
    key: 'letter',
    status: 'claimed',
    session: 's-3',
    idempotent: true,
    content_hash: contentHash(content),
    permit: { by: 'checkpoint', checkpoint: 'chk-1', revision: 1 },
  })
  expect(await world.row('attempts', attempt.id)).toEqual(attempt)
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'approved', spent_at: world.at(0) })
  await expect(world.spend('chk-1')).rejects.toMatchObject({
    code: 'already_spent',
    message: `The approval of checkpoint chk-1 was spent at ${world.at(0)}.`,
    details: { at: world.at(0) },
  })
})

test('without a key the checkpoint itself names the attempt', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  expect((await world.spend('chk-1')).attempt).toMatchObject({ key: 'chk-1' })
})

test.for(['pending', 'rejected', 'answered', 'expired'] as const)('what is %s is not spent', async (status) => {
  const world = await aWorld()
  await world.hold({ terms: { timeout_seconds: 60, on_timeout: { do: 'deny' } } })
  if (status === 'rejected') await world.review('chk-1', { answer: 'reject', reason: 'No.' })
  if (status === 'answered') await world.review('chk-1', { answer: 'respond', value: 1 })
  if (status === 'expired') {
    world.pass(60)
    await world.expire('chk-1')
  }
  await expect(world.spend('chk-1')).rejects.toMatchObject({
    code: 'not_approved',
    message: `Checkpoint chk-1 is ${status}.`,
  })
})

test('what is about to run has to be what was approved', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  const content_hash = contentHash({ tool: 'send', args: { to: 'eve' } })
  await expect(world.spend('chk-1', { content_hash })).rejects.toMatchObject({ code: 'stale_content' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ spent_at: null })
})

test('a deny by now voids the approval for ever', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  await tighten(world, { preset: 'jobs/full', rules: [rule('send', 'deny')] })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'approval_voided' })
  expect(await world.events('approval_spent')).toMatchObject([
    { data: { voided: true, attempt: null, decision: { verdict: 'deny' } } },
  ])
  await tighten(world, { preset: 'jobs/full' })
  const again = { code: 'already_spent', message: expect.stringContaining('is void since') }
  await expect(world.spend('chk-1')).rejects.toMatchObject(again)
})

test('a stop by now voids the approval, too', async () => {
  const policy = { preset: 'jobs/full', error_tolerance: 'high', warning_tolerance: 'none' }
  const world = await aWorld({ policy })
  const gate = Gate.parse({ ...A_FAILURE, warnings: [{ text: 'It smells.', severity: 'low' }] })
  await world.hold({ gate })
  await world.approve('chk-1')
  await tighten(world, { ...policy, error_tolerance: 'none' })
  await expect(world.takeUp('chk-1')).rejects.toMatchObject({ code: 'approval_voided' })
  expect(await world.events('approval_spent')).toMatchObject([
    { data: { voided: true, decision: { verdict: 'stop' } } },
  ])
})

test('work that only goes on may be told of its approval again, which is written down once', async () => {
  const world = await aWorld()
  await world.hold({ gate: THE_END })
  await world.approve('chk-1')
  expect(await world.takeUp('chk-1')).toMatchObject({ attempt: null })
  expect(await world.takeUp('chk-1')).toMatchObject({ attempt: null })
  expect(await world.events('approval_spent')).toHaveLength(1)
})

test('an approval of a pull request is taken up by its merge alone', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { id } = await pulls.held()
  await pulls.submit('approve')
  const message = `Checkpoint ${id} is taken up by the merge of its pull request.`
  await expect(pulls.world.takeUp(id)).rejects.toMatchObject({ code: 'not_approved', message })
})

test('an ask by now is met by the approval', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  await tighten(world, { preset: 'jobs/full', rules: [rule('*', 'ask')] })
  await world.spend('chk-1')
  expect(await world.events('approval_spent')).toMatchObject([
    { data: { voided: false, decision: { verdict: 'ask' } } },
  ])
})

test('an agent whose approval is void is not told that it was spent', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  await world.run(forgetApproval, { checkpoint: CheckpointId.parse('chk-1') })
  await expect(world.spend('chk-1')).rejects.toMatchObject({
    code: 'already_spent',
    message: expect.stringMatching(/is void since a restore.*another key/),
  })
})

test('a deny for the edited arguments alone voids an edited approval', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'edit', args: { to: 'all' } })
  await world.approve('chk-1', { by: EVE })
  const no = { match: { tool: 'send', args: { to: 'all' } }, then: 'deny' }
  await tighten(world, { preset: 'jobs/full', rules: [no] })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'approval_voided' })
})

test('tightening a parent voids what its child was approved', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  await world.approve('chk-1')
  await tighten(world, { preset: 'jobs/full', rules: [rule('send', 'deny')] })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'approval_voided' })
})

test('nothing is spent while the kill switch is on', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  await world.run(setKillSwitch, { by: ROB, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'halted' })
  await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: false, reason: 'Out.' })
  expect(await world.spend('chk-1')).toMatchObject({ attempt: { status: 'claimed' } })
})

test('whoever is halted is told by which switch, and whoever works for what is over that there is none', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  await world.approve('chk-1')
  await world.run(setKillSwitch, { by: ROB, scope: { of: 'agent', agent: 'scout' }, on: true, reason: 'Fire.' })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'halted', details: { kill_switch: 'agent scout' } })
  await world.run(setKillSwitch, { by: ADA, scope: { of: 'agent', agent: 'scout' }, on: false, reason: 'Out.' })
  await world.ask({ gate: A_FAILURE })
  const error = await world.spend('chk-1').catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'halted', message: expect.stringContaining('is stopped until a person') })
  expect(error.details).not.toHaveProperty('kill_switch')
})

test('nothing is spent for a job that was called off, or whose parent was', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  await world.hold({ job: 'job-1' })
  await world.approve('chk-1')
  await world.approve('chk-2')
  await world.run(cancelJob, { job: (await world.job()).id, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(world.spend('chk-2')).rejects.toMatchObject({ code: 'job_ended' })
  await expect(world.spend('chk-1')).rejects.toMatchObject({
    code: 'halted',
    message: 'Job job-1, which this one works for, was cancelled.',
  })
})

test('nothing is spent for a job that is stopped or in doubt', async () => {
  const world = await aWorld()
  await world.hold({ args: { to: 'bob' } })
  await world.hold({ args: { to: 'eve' } })
  await world.approve('chk-1')
  await world.approve('chk-2')
  const { attempt } = await world.spend('chk-1')
  await world.run(doubtAttempt, { attempt: attempt.id })
  await expect(world.spend('chk-2')).rejects.toMatchObject({ code: 'job_in_doubt' })
  await world.start({ id: 'job-2' })
  await world.hold({ job: 'job-2', checkpoint: 'other' })
  await world.approve('other')
  await world.ask({ job: 'job-2', gate: A_FAILURE })
  await expect(world.spend('other')).rejects.toMatchObject({ code: 'job_stopped' })
})

test('another tenant has nothing to spend', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  await expect(world.spend('chk-1', { tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.spend('chk-9', { content_hash: 'x' })).rejects.toMatchObject({ code: 'not_found' })
})

test('an attempt never takes the place of another', async () => {
  const world = await aWorld()
  await world.ask({ tool: 'look', key: 'k', claim: { attempt: AttemptId.parse('mine') } })
  await world.hold({ checkpoint: 'chk' })
  await world.approve('chk')
  const claim = { attempt: AttemptId.parse('mine') }
  await expect(world.spend('chk', { claim })).rejects.toMatchObject({ code: 'id_taken' })
  expect(await world.row('attempts', 'mine')).toMatchObject({ key: 'k', tenant: LOCAL, content: { tool: 'look' } })
  expect(await world.spend('chk', { by: SCOUT })).toMatchObject({ attempt: { key: 'chk' } })
})

test('what only goes on has passed by its approval, which is not void', async () => {
  const world = await aWorld()
  const { id } = await world.hold({ gate: THE_END })
  await world.approve(id)
  await world.takeUp(id)
  expect(await world.events('approval_spent')).toMatchObject([{ data: { voided: false, passed: true, attempt: null } }])
})
