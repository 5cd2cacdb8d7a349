import { describe, expect, test } from 'vitest'
import type { Attempt } from '../model/attempt.ts'
import { AttemptId, type GrantId, JobId, LOCAL, TenantId } from '../model/ids.ts'
import {
  A_FAILURE,
  A_SECRET,
  ADA,
  aPolicy,
  person,
  ROB,
  rule,
  SCOUT,
  SENDS_ARE_HELD,
  VIC,
} from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { claimStep } from './claim-step.ts'
import { seal } from './content-hash.ts'
import { doubtAttempt } from './doubt-attempt.ts'
import { driveJob } from './drive-job.ts'
import { endJob } from './end-job.ts'
import { type RecordAttempt, recordAttempt } from './record-attempt.ts'
import { resumeJob } from './resume-job.ts'
import { type RetakeAttempt, retakeAttempt } from './retake-attempt.ts'
import { revokeGrant } from './revoke-grant.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { type SettleAttempt, settleAttempt } from './settle-attempt.ts'

const JOB = JobId.parse('job-1')

async function claimed(
  world: World,
  key = 'k',
  given: { idempotent?: boolean; recorded?: boolean } = {},
): Promise<Attempt> {
  const asked = await world.ask({ tool: 'look', key, claim: given })
  if (asked.status !== 'allowed' || asked.attempt === null) throw new Error('It did not pass.')
  return asked.attempt
}

const record = (world: World, { id, session }: Attempt, given: Partial<RecordAttempt> = {}) =>
  world.run(recordAttempt, {
    tenant: LOCAL,
    attempt: id,
    by: SCOUT,
    session,
    status: 'succeeded',
    outcome: 42,
    ...given,
  })
const doubt = (world: World, { id }: Attempt) => world.run(doubtAttempt, { attempt: id })
const settle = (world: World, { id }: Attempt, given: Partial<SettleAttempt> = {}) =>
  world.run(settleAttempt, { attempt: id, by: ROB, status: 'succeeded', reason: 'Bob has it.', ...given })
const retake = (world: World, { id, session }: Attempt, given: Partial<RetakeAttempt> = {}) =>
  world.run(retakeAttempt, { tenant: LOCAL, attempt: id, by: SCOUT, from: session, session: 'session-2', ...given })

describe('recording', () => {
  test.for(['succeeded', 'failed'] as const)('says once that it %s', async (status) => {
    const world = await aWorld()
    const attempt = await claimed(world)
    world.pass(3)
    await record(world, attempt, { status })
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status, outcome: 42, ended_at: world.at(0) })
    await expect(record(world, attempt)).rejects.toMatchObject({ code: 'attempt_ended' })
  })

  test('is for the session that claimed it, and its tenant', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await expect(record(world, attempt, { session: 'other' })).rejects.toMatchObject({ code: 'attempt_ended' })
    await expect(record(world, attempt, { tenant: TenantId.parse('other') })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(record(world, { ...attempt, id: AttemptId.parse('none') })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('comes too late for what is in doubt', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await doubt(world, attempt)
    await expect(record(world, attempt)).rejects.toMatchObject({
      code: 'attempt_ended',
      message: 'Attempt att-1 is in_doubt, and not yours to end.',
    })
  })

  test('is still possible for what ran while its job was called off', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
    await record(world, attempt)
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'succeeded' })
  })

  test('holds no literal secret', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    const outcome = { headers: [{ [A_SECRET]: true }] }
    await expect(record(world, attempt, { outcome })).rejects.toMatchObject({ code: 'literal_secret' })
  })
})

describe('a claim that nobody recorded', () => {
  test('is in doubt, and so is its job, until a person says what became of it', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    expect(await doubt(world, attempt)).toBe(true)
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'in_doubt', ended_at: null })
    expect(await world.job()).toMatchObject({ status: 'in_doubt' })
    await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({ code: 'job_in_doubt' })
    const end = { tenant: LOCAL, job: JOB, by: SCOUT, status: 'completed', reason: 'Done.', outcome: null } as const
    await expect(world.run(endJob, end)).rejects.toMatchObject({
      code: 'job_in_doubt',
      details: { next: 'See what is in doubt: leeway jobs' },
    })
  })

  test('says in the log which action it is', async () => {
    const world = await aWorld()
    await doubt(world, await claimed(world))
    const reason = 'Nobody knows whether look ran: it was claimed and never recorded.'
    expect(await world.events('job_moved')).toMatchObject([{ data: { to: 'in_doubt', reason } }])
  })

  test('never runs again by itself: whoever asks again is told of the doubt', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await doubt(world, attempt)
    expect(await world.ask({ tool: 'look', key: 'k' })).toMatchObject({
      status: 'ran',
      attempt: { status: 'in_doubt' },
    })
  })

  test.for(['released', 'succeeded', 'failed', 'in_doubt'] as const)('is not doubted when it is %s', async (status) => {
    const world = await aWorld()
    const attempt = await claimed(world, 'k', { recorded: status !== 'released' })
    if (status === 'succeeded' || status === 'failed') await record(world, attempt, { status })
    if (status === 'in_doubt') await doubt(world, attempt)
    expect(await doubt(world, attempt)).toBe(false)
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status })
  })

  test('leaves a job that has ended as it is', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
    expect(await doubt(world, attempt)).toBe(true)
    expect(await world.job()).toMatchObject({ status: 'cancelled' })
    await settle(world, attempt)
    expect(await world.job()).toMatchObject({ status: 'cancelled' })
  })

  test('leaves a stopped job stopped, which nobody resumes before it is settled', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await world.ask({ gate: A_FAILURE })
    await doubt(world, attempt)
    expect(await world.job()).toMatchObject({ status: 'stopped' })
    const resume = () => world.run(resumeJob, { job: JOB, by: ROB, reason: 'Mended.' })
    await expect(resume()).rejects.toMatchObject({
      code: 'job_in_doubt',
      details: { next: expect.stringMatching(/^leeway settle \S+ --succeeded \| --failed --reason WHY$/) },
    })
    await settle(world, attempt)
    expect(await world.job()).toMatchObject({ status: 'stopped' })
    await resume()
    expect(await world.job()).toMatchObject({ status: 'running' })
  })
})

describe('settling', () => {
  test.for(['succeeded', 'failed'] as const)('says that it %s, and the job goes on', async (status) => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await doubt(world, attempt)
    await settle(world, attempt, { status })
    expect(await world.row('attempts', attempt.id)).toMatchObject({
      status,
      settled_by: 'rob',
      outcome: { settled: 'Bob has it.' },
      ended_at: world.at(0),
    })
    expect(await world.job()).toMatchObject({ status: 'running' })
    await expect(settle(world, attempt)).rejects.toMatchObject({ code: 'not_in_doubt' })
  })

  test('lets a job go on only when its last doubt is settled', async () => {
    const world = await aWorld()
    const [one, two] = [await claimed(world, 'one'), await claimed(world, 'two')]
    await doubt(world, one)
    await doubt(world, two)
    await settle(world, one)
    expect(await world.job()).toMatchObject({ status: 'in_doubt' })
    await settle(world, two)
    expect(await world.job()).toMatchObject({ status: 'running' })
  })

  test('keeps what came of it, where somebody knows, and says nothing of it otherwise', async () => {
    const world = await aWorld()
    const [one, two] = [await claimed(world, 'one'), await claimed(world, 'two')]
    await doubt(world, one)
    await doubt(world, two)
    await settle(world, one, { value: { sent: 3 } })
    await settle(world, two)
    expect(await world.row('attempts', one.id)).toMatchObject({
      outcome: { settled: 'Bob has it.', value: { sent: 3 } },
    })
    expect((await world.row('attempts', two.id)).outcome).toEqual({ settled: 'Bob has it.' })
  })

  test('takes no result of what failed, and no literal secret in one', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await doubt(world, attempt)
    await expect(settle(world, attempt, { status: 'failed', value: 3 })).rejects.toThrow('Only what succeeded')
    await expect(settle(world, attempt, { value: { token: A_SECRET } })).rejects.toMatchObject({
      code: 'literal_secret',
    })
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'in_doubt' })
  })

  test('lets a job that holds something wait for it again', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await world.hold()
    await doubt(world, attempt)
    await settle(world, attempt)
    expect(await world.job()).toMatchObject({ status: 'pending_review' })
  })

  test('is for people who decide', async () => {
    const world = await aWorld()
    const attempt = await claimed(world)
    await expect(settle(world, attempt)).rejects.toMatchObject({ code: 'not_in_doubt' })
    await doubt(world, attempt)
    await expect(settle(world, attempt, { by: { kind: 'agent', id: 'rob' } })).rejects.toMatchObject({
      code: 'actor_not_human',
    })
    await expect(settle(world, attempt, { by: VIC })).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(settle(world, attempt, { by: person('nobody') })).rejects.toMatchObject({ code: 'not_found' })
    await expect(settle(world, attempt, { reason: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
  })
})

const ruled = (world: World, ...rules: readonly ReturnType<typeof rule>[]) =>
  world.run(changePolicy, { job: JOB, by: ADA, tenant: null, policy: aPolicy({ ...SENDS_ARE_HELD, rules }) })

describe('taking over', () => {
  test('is for what its target does nothing twice of', async () => {
    const world = await aWorld()
    const attempt = await claimed(world, 'k', { idempotent: true })
    world.pass(9)
    expect(await retake(world, attempt)).toMatchObject({
      session: 'session-2',
      claimed_at: world.at(0),
      status: 'claimed',
    })
    await expect(record(world, attempt)).rejects.toMatchObject({ code: 'attempt_ended' })
    await record(world, attempt, { session: 'session-2' })
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'succeeded' })
  })

  test('is refused for what could run twice, and for what somebody else has taken over', async () => {
    const world = await aWorld()
    const once = await claimed(world, 'once')
    await expect(retake(world, once)).rejects.toMatchObject({ code: 'still_running' })
    const often = await claimed(world, 'often', { idempotent: true })
    await retake(world, often)
    await expect(retake(world, often, { session: 'session-3' })).rejects.toMatchObject({ code: 'still_running' })
    await expect(retake(world, often, { tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('invariant 4: is refused for what was recorded', async () => {
    const world = await aWorld()
    const attempt = await claimed(world, 'k', { idempotent: true })
    await record(world, attempt)
    await expect(retake(world, attempt)).rejects.toMatchObject({ code: 'still_running' })
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'succeeded' })
  })

  test('needs no new word of a person for what one approved, as long as the policy only asks', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter' })
    await world.approve('chk-1')
    const { attempt } = await world.spend('chk-1', { claim: { idempotent: true } })
    await ruled(world, rule('*', 'ask'))
    expect(await retake(world, attempt)).toMatchObject({ session: 'session-2' })
  })

  test('is not judged for a step of a program, which nobody asked about', async () => {
    const world = await aWorld()
    const driver = { tenant: LOCAL, job: JobId.parse('driven'), by: SCOUT, driver: 'me' }
    const program = { name: 'report', version: '1' }
    await world.start({ id: 'driven', program })
    await world.run(driveJob, { ...driver, epoch: 1, program, wanted: null })
    const claim = { attempt: AttemptId.parse('step'), session: 'session-1', recorded: true, idempotent: true }
    const step = await world.run(claimStep, { ...driver, key: 'step', sealed: seal({ tool: 'send' }), claim })
    expect(await retake(world, step)).toMatchObject({ session: 'session-2' })
  })

  test('is for a person to settle where the policy denies it by now, whoever had permitted it', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter' })
    await world.approve('chk-1')
    const { attempt: letter } = await world.spend('chk-1', { claim: { idempotent: true } })
    const attempt = await claimed(world, 'k', { idempotent: true })
    await ruled(world, rule('look', 'deny'))
    expect(await retake(world, letter)).toMatchObject({ session: 'session-2' })
    await ruled(world, rule('look', 'deny'), rule('send', 'deny'))
    const again = { from: 'session-2', session: 'session-3' }
    await expect(retake(world, letter, again)).rejects.toMatchObject({ code: 'job_in_doubt' })
    expect(await world.row('attempts', letter.id)).toMatchObject({ status: 'in_doubt' })
    expect(await world.job()).toMatchObject({ status: 'in_doubt' })
    const [moved] = await world.events('job_moved')
    expect(moved?.data.reason).toContain('now the policy says: This is refused')
    await expect(retake(world, attempt)).rejects.toMatchObject({ code: 'job_in_doubt' })
  })

  test('is for a person to settle where the grant that permitted it is taken back', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    const asked = await world.ask({ key: 'again', claim: { idempotent: true } })
    if (asked.status !== 'allowed' || asked.attempt === null) throw new Error('It was not allowed.')
    const [first] = (await world.events('grant_minted')).map(({ data }) => data.grant.id)
    const again = { from: 'session-2', session: 'session-3' }
    expect(await retake(world, asked.attempt)).toMatchObject({ session: 'session-2' })
    await world.run(revokeGrant, { by: ROB, grant: first as GrantId })
    await expect(retake(world, asked.attempt, again)).rejects.toMatchObject({ code: 'job_in_doubt' })
  })

  test('is for a person to settle where the policy alone had let it pass and asks by now', async () => {
    const world = await aWorld()
    const attempt = await claimed(world, 'k', { idempotent: true })
    await ruled(world, rule('look', 'ask'))
    await expect(retake(world, attempt)).rejects.toMatchObject({ code: 'job_in_doubt' })
    expect(await world.row('attempts', attempt.id)).toMatchObject({ status: 'in_doubt' })
  })

  test('is for what was allowed by what only the first decision saw, as long as the policy is the same', async () => {
    const world = await aWorld({ policy: 'standard' })
    const gate = { kind: 'tool', tool: 'look', args: {}, annotations: { readOnlyHint: true } } as const
    const asked = await world.ask({ gate, key: 'k', claim: { idempotent: true } })
    if (asked.status !== 'allowed' || asked.attempt === null) throw new Error('It was not allowed.')
    expect(await retake(world, asked.attempt)).toMatchObject({ session: 'session-2' })
  })

  test('is refused while nothing of the job may run', async () => {
    const world = await aWorld()
    const attempt = await claimed(world, 'k', { idempotent: true })
    await world.run(setKillSwitch, { by: ROB, scope: { of: 'all' }, on: true, reason: 'Fire.' })
    await expect(retake(world, attempt)).rejects.toMatchObject({ code: 'halted' })
    await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: false, reason: 'Out.' })
    await world.ask({ gate: A_FAILURE })
    await expect(retake(world, attempt)).rejects.toMatchObject({ code: 'job_stopped' })
  })
})
