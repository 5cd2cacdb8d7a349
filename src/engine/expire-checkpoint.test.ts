import { describe, expect, test } from 'vitest'
import { A_FAILURE, ADA, EVE, ROB, VIC } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { resumeJob } from './resume-job.ts'

const inAMinute = (on_timeout: object) => ({ terms: { timeout_seconds: 60, on_timeout: on_timeout as { do: 'deny' } } })
const DENY = inAMinute({ do: 'deny' })

test('before its deadline nothing happens', async () => {
  const world = await aWorld()
  await world.hold(DENY)
  world.pass(59.999)
  expect(await world.expire('chk-1')).toBe(false)
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending' })
})

test('without a deadline nothing ever happens', async () => {
  const world = await aWorld()
  await world.hold()
  world.pass(1e9)
  expect(await world.expire('chk-1')).toBe(false)
})

test('what is not there can not expire', async () => {
  const world = await aWorld()
  await expect(world.expire('chk-9')).rejects.toMatchObject({ code: 'not_found' })
})

test('silence expires a checkpoint, which rejects nothing and refuses nothing', async () => {
  const world = await aWorld()
  await world.hold(DENY)
  world.pass(60)
  expect(await world.expire('chk-1')).toBe(true)
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'expired',
    resolution: { answer: null, by: { kind: 'system' }, reason: expect.stringMatching(/^Nobody answered by/) },
  })
  expect(await world.job()).toMatchObject({ status: 'running', held: [] })
  expect(await world.events('refusal_recorded')).toEqual([])
  expect(await world.ask()).toMatchObject({ status: 'held', checkpoint: { id: 'chk-2' } })
})

test('an expired checkpoint expires once', async () => {
  const world = await aWorld()
  await world.hold(DENY)
  world.pass(60)
  await world.expire('chk-1')
  const before = (await world.events()).length
  expect(await world.expire('chk-1')).toBe(true)
  expect((await world.events()).length).toBe(before)
})

test('what was answered in time never expires', async () => {
  const world = await aWorld()
  await world.hold(DENY)
  world.pass(59)
  await world.approve('chk-1')
  world.pass(60)
  expect(await world.expire('chk-1')).toBe(false)
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'approved' })
})

describe('an answer at the deadline', () => {
  test('comes too late by nothing: at the exact instant expiry wins, and nobody had to sweep', async () => {
    const world = await aWorld()
    await world.hold(DENY)
    world.pass(60)
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'expired' })
    expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'expired', votes: [] })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'expired' })
    expect(await world.events('checkpoint_resolved')).toHaveLength(1)
  })

  test('is in time a millisecond earlier', async () => {
    const world = await aWorld()
    await world.hold(DENY)
    world.pass(59.999)
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })

  test('still counts where silence only waits, and the delay is recorded first', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'wait' }))
    world.pass(61)
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
    expect((await world.events()).slice(-3).map(({ type }) => type)).toEqual([
      'checkpoint_overdue',
      'checkpoint_voted',
      'checkpoint_resolved',
    ])
  })

  test('is judged by who may decide from then on', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'fallback', to: ['eve'] }))
    world.pass(60)
    await expect(world.approve('chk-1', { by: ROB })).rejects.toMatchObject({ code: 'not_authorised' })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('of somebody who only looks is told that it is expired', async () => {
    const world = await aWorld()
    await world.hold(DENY)
    world.pass(60)
    await expect(world.approve('chk-1', { by: VIC })).rejects.toMatchObject({ code: 'expired' })
  })
})

describe('to wait', () => {
  test('tells people once and keeps the checkpoint as it is', async () => {
    const world = await aWorld()
    await world.hold({ terms: { timeout_seconds: 60, approvers: ['rob'] } })
    world.pass(60)
    expect(await world.expire('chk-1')).toBe(false)
    expect(await world.checkpoint('chk-1')).toMatchObject({
      status: 'pending',
      deadline: null,
      terms: { approvers: ['rob'] },
    })
    expect(await world.events('checkpoint_overdue')).toMatchObject([{ data: { did: 'wait', deadline: null } }])
    world.pass(1e6)
    await world.expire('chk-1')
    expect(await world.events('checkpoint_overdue')).toHaveLength(1)
  })
})

describe('to park', () => {
  test('expires the checkpoint and stops the job until a person resumes it', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'park' }))
    world.pass(60)
    expect(await world.expire('chk-1')).toBe(true)
    expect(await world.job()).toMatchObject({ status: 'stopped', held: [] })
    await expect(world.ask()).rejects.toMatchObject({ code: 'job_stopped' })
    await world.run(resumeJob, { job: (await world.job()).id, by: ROB, reason: 'Back from lunch.' })
    expect(await world.job()).toMatchObject({ status: 'running' })
  })

  test('works for a job that is stopped already', async () => {
    const world = await aWorld()
    await world.hold({ ...inAMinute({ do: 'park' }), args: { to: 'bob' } })
    await world.hold({ ...inAMinute({ do: 'park' }), args: { to: 'eve' } })
    await world.hold({ ...inAMinute({ do: 'park' }), args: { to: 'sue' } })
    world.pass(60)
    expect(await world.expire('chk-1')).toBe(true)
    expect(await world.expire('chk-2')).toBe(true)
    await expect(world.approve('chk-3')).rejects.toMatchObject({ code: 'expired' })
    expect(await world.job()).toMatchObject({ status: 'stopped', held: [] })
    expect(await world.events('job_moved')).toHaveLength(1)
  })

  test('works beside a stop of the policy', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'park' }))
    await world.ask({ gate: A_FAILURE })
    world.pass(60)
    expect(await world.expire('chk-1')).toBe(true)
    expect(await world.job()).toMatchObject({ status: 'stopped', held: [] })
  })
})

describe('to escalate', () => {
  test('adds people who may decide, and gives them their own time', async () => {
    const world = await aWorld()
    await world.hold({
      terms: {
        timeout_seconds: 60,
        approvers: ['rob'],
        on_timeout: { do: 'escalate', to: ['eve'], within_seconds: 30 },
      },
    })
    await expect(world.approve('chk-1', { by: EVE })).rejects.toMatchObject({ code: 'not_authorised' })
    world.pass(60)
    expect(await world.expire('chk-1')).toBe(false)
    expect(await world.checkpoint('chk-1')).toMatchObject({
      status: 'pending',
      deadline: world.at(30),
      terms: { approvers: ['rob', 'eve'], on_timeout: { do: 'wait' } },
    })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('takes nobody their say where everybody had it', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'escalate', to: ['role:admin'] }))
    world.pass(60)
    await world.expire('chk-1')
    expect(await world.approve('chk-1', { by: ROB })).toMatchObject({ status: 'approved' })
  })

  test('waits when nobody answers then either', async () => {
    const world = await aWorld()
    await world.hold(inAMinute({ do: 'escalate', to: ['ada'], within_seconds: 30 }))
    world.pass(60)
    await world.expire('chk-1')
    world.pass(30)
    expect(await world.expire('chk-1')).toBe(false)
    expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending', deadline: null })
    expect((await world.events('checkpoint_overdue')).map(({ data }) => data.did)).toEqual(['escalate', 'wait'])
  })
})

test('to fall back hands the decision to other people, and earlier votes count no more', async () => {
  const world = await aWorld()
  await world.hold({
    terms: { timeout_seconds: 60, quorum: 2, on_timeout: { do: 'fallback', to: ['eve', 'role:admin'] } },
  })
  await world.approve('chk-1', { by: ROB })
  world.pass(60)
  await world.expire('chk-1')
  expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
  await expect(world.approve('chk-1', { by: ROB })).rejects.toMatchObject({ code: 'not_authorised' })
  expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved' })
})

test('what a person sent back does not expire while the agent has its turn', async () => {
  const world = await aWorld()
  await world.hold(DENY)
  world.pass(59)
  await world.review('chk-1', { answer: 'request_changes', reason: 'Say please.' })
  world.pass(1000)
  expect(await world.expire('chk-1')).toBe(false)
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending', sent_back: true })
})
