import { describe, expect, test } from 'vitest'
import { Gate, type GateInput } from '../model/gate.ts'
import { CheckpointId, JobId, LOCAL, TenantId } from '../model/ids.ts'
import { A_FAILURE, A_SECRET, ADA, aCall, aPolicy, EVE, ROB, rule, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { answerRemarks } from './answer-remarks.ts'
import { changePolicy } from './change-policy.ts'
import { contentHash } from './content-hash.ts'
import { contentOf } from './content-of.ts'
import { type ReviseCheckpoint, reviseCheckpoint } from './revise-checkpoint.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { withdrawCheckpoint } from './withdraw-checkpoint.ts'

const JOB = JobId.parse('job-1')
const CHANGES = { answer: 'request_changes', reason: 'Say please.' } as const
const FIXED = [{ number: 1, did: 'fixed', text: 'Done.' }] as const

function revise(world: World, given: Partial<ReviseCheckpoint> = {}) {
  const gate = given.gate ?? aCall('send', { to: 'bob', please: true })
  return world.run(reviseCheckpoint, {
    tenant: LOCAL,
    checkpoint: CheckpointId.parse('chk-1'),
    job: JOB,
    by: SCOUT,
    content: contentOf(gate),
    answers: FIXED,
    ...given,
    gate,
  })
}

test('the next revision is held under the same id, with an answer to every remark', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  world.pass(5)
  expect(await revise(world)).toMatchObject({ id: 'chk-1', revision: 2, sent_back: false })
  const content = { tool: 'send', args: { to: 'bob', please: true } }
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'pending',
    revision: 2,
    sent_back: false,
    content,
    content_hash: contentHash(content),
    asked_hash: contentHash(content),
    remarks: [{ number: 1, answer: { did: 'fixed', text: 'Done.', at: world.at(0) } }],
  })
  expect(await world.job()).toMatchObject({ status: 'pending_review', held: ['chk-1'] })
  expect(await world.approve('chk-1')).toMatchObject({ status: 'approved', revision: 2 })
})

test('what is told to the agent is what is stored', async () => {
  const world = await aWorld()
  await world.hold({ terms: { timeout_seconds: 60 } })
  await world.review('chk-1', CHANGES)
  expect(await revise(world)).toEqual(await world.checkpoint('chk-1'))
})

test('people have their whole time again for the next revision', async () => {
  const world = await aWorld()
  await world.hold({ terms: { timeout_seconds: 60 } })
  world.pass(50)
  await world.review('chk-1', CHANGES)
  world.pass(500)
  await revise(world)
  expect(await world.checkpoint('chk-1')).toMatchObject({ deadline: world.at(60) })
})

test('the same again after a crash is heard once', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await revise(world)
  const before = (await world.events()).length
  expect(await revise(world)).toMatchObject({ revision: 2 })
  expect((await world.events()).length).toBe(before)
})

test.for([
  ['approved', (world: World) => world.approve('chk-1')],
  ['rejected', (world: World) => world.review('chk-1', { answer: 'reject', reason: 'No.' })],
  ['pending', (world: World) => world.review('chk-1', CHANGES)],
  ['expired', async (world: World) => world.expire('chk-1')],
] as const)('whoever got no answer brings the same again, and learns that it is %s by now', async ([status, then]) => {
  const world = await aWorld()
  await world.hold({ terms: { timeout_seconds: 60, on_timeout: { do: 'deny' } } })
  await world.review('chk-1', CHANGES)
  await revise(world)
  world.pass(status === 'expired' ? 60 : 1)
  await then(world)
  const before = (await world.events()).length
  expect(await revise(world)).toMatchObject({ status, revision: 2, sent_back: status === 'pending' })
  expect((await world.events()).length).toBe(before)
})

test('an agent that declines every change brings the same content as its next revision', async () => {
  const world = await aWorld()
  const { content, gate } = await world.hold()
  const declined = (number: number) => [{ number, did: 'declined', text: 'It is right as it is.' }] as const
  await world.review('chk-1', CHANGES)
  expect(await revise(world, { gate, content, answers: declined(1) })).toMatchObject({ revision: 2, sent_back: false })
  await world.review('chk-1', CHANGES)
  expect(await revise(world, { gate, content, answers: declined(2) })).toMatchObject({ revision: 3, sent_back: false })
})

test('what ended while the agent was at work on it is told, and not revised', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  const [tenant, checkpoint] = [LOCAL, CheckpointId.parse('chk-1')]
  const cancelled = { tenant, checkpoint, by: SCOUT, status: 'cancelled', reason: 'Enough.' } as const
  await world.run(withdrawCheckpoint, cancelled)
  expect(await revise(world)).toMatchObject({ status: 'cancelled', revision: 1 })
  expect(await world.events('checkpoint_revised')).toEqual([])
})

test('answers that were given are heard once', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'comment', reason: 'Nice.' })
  const answer = () =>
    world.run(answerRemarks, {
      tenant: LOCAL,
      checkpoint: CheckpointId.parse('chk-1'),
      job: JOB,
      by: SCOUT,
      answers: FIXED,
    })
  expect([await answer(), await answer()]).toEqual([1, 1])
  expect(await world.events('remarks_answered')).toHaveLength(1)
})

test('nobody brings another revision unasked', async () => {
  const world = await aWorld()
  await world.hold()
  await expect(revise(world)).rejects.toMatchObject({ code: 'not_sent_back' })
  await world.approve('chk-1')
  await expect(revise(world)).rejects.toMatchObject({ code: 'not_sent_back' })
})

test('nothing else is brought after an answer, with answers that were given or without', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await revise(world)
  await world.approve('chk-1')
  await expect(revise(world, { answers: [] })).rejects.toMatchObject({ code: 'not_sent_back' })
  const other = revise(world, { gate: aCall('send', { to: 'eve' }) })
  await expect(other).rejects.toMatchObject({ code: 'not_sent_back' })
})

test('what was rejected while the agent was at work on it is told, and not revised', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await world.review('chk-1', { answer: 'reject', reason: 'No.' })
  expect(await revise(world)).toMatchObject({ status: 'rejected', revision: 1 })
  expect(await world.events('checkpoint_revised')).toEqual([])
})

test('what was sent back and comes unchanged is a revision all the same, with its answers', async () => {
  const world = await aWorld()
  const { gate } = await world.hold()
  await world.review('chk-1', CHANGES)
  const answers = [{ number: 1, did: 'declined', text: 'It says so.' }] as const
  expect(await revise(world, { gate, answers })).toMatchObject({ revision: 2, sent_back: false })
  expect((await world.checkpoint('chk-1')).remarks).toMatchObject([{ answer: { did: 'declined' } }])
})

test('every remark needs an answer, and only remarks get one', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'comment', reason: 'Too long.' })
  await world.review('chk-1', CHANGES)
  await expect(revise(world)).rejects.toMatchObject({
    code: 'unanswered_remarks',
    message: expect.stringContaining('These remarks need an answer: 2 (Say please.).'),
  })
  const silent = [...FIXED, { number: 2, did: 'declined', text: '' }] as const
  await expect(revise(world, { answers: silent })).rejects.toMatchObject({ code: 'unanswered_remarks' })
  const both = [...FIXED, { number: 2, did: 'declined', text: 'It is short.' }] as const
  const unasked = [...both, { number: 3, did: 'question', text: 'Why?' }] as const
  await expect(revise(world, { answers: unasked })).rejects.toMatchObject({ code: 'not_found' })
  expect(await revise(world, { answers: both })).toMatchObject({ revision: 2 })
  expect((await world.checkpoint('chk-1')).remarks.map(({ answer }) => answer?.did)).toEqual(['fixed', 'declined'])
})

test('a remark that has its answer needs none in the next round', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await revise(world)
  await world.review('chk-1', CHANGES, { by: EVE })
  const answers = [{ number: 2, did: 'fixed', text: 'Again.' }] as const
  expect(await revise(world, { gate: aCall('send', { to: 'eve' }), answers })).toMatchObject({ revision: 3 })
  await world.review('chk-1', CHANGES, { by: EVE })
  await expect(revise(world, { answers: FIXED })).rejects.toMatchObject({ code: 'unanswered_remarks' })
})

test('a revision that the policy denies is refused', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await expect(revise(world, { gate: aCall('wipe', {}) })).rejects.toMatchObject({ code: 'edit_denied' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ revision: 1, sent_back: true })
})

test('a revision to another tool is judged as that tool when it is spent', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await revise(world, { gate: aCall('fax', { to: 'bob' }) })
  await world.approve('chk-1')
  const policy = aPolicy({ preset: 'jobs/full', rules: [rule('fax', 'deny')] })
  await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'approval_voided' })
})

test('whoever edited an earlier revision may approve what the agent brought since', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'edit', args: { to: 'all' } }, { by: ROB })
  await world.review('chk-1', CHANGES, { by: EVE })
  await revise(world)
  expect(await world.approve('chk-1', { by: ROB })).toMatchObject({ status: 'approved' })
})

test.for([
  ['the content', { content: { tool: 'send', args: { a: { b: A_SECRET } } } }],
  ['an answer', { answers: [{ number: 1, did: 'fixed', text: A_SECRET }] }],
  ['the gate', { gate: { kind: 'tool', tool: 'send', args: {}, annotations: { title: A_SECRET } } }],
] as const)('a literal secret in %s is refused', async ([, given]) => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  await expect(revise(world, given as never)).rejects.toMatchObject({ code: 'literal_secret' })
})

test('what only looks like a reference to a secret is refused', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  const content = { tool: 'send', args: { a: { $secret: 'NAME', x: 1 } } }
  await expect(revise(world, { content })).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ path: '/args/a' }],
  })
})

test('another tenant has nothing to revise or answer', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  const tenant = TenantId.parse('other')
  await expect(revise(world, { tenant })).rejects.toMatchObject({ code: 'not_found' })
  const checkpoint = CheckpointId.parse('chk-1')
  await expect(
    world.run(answerRemarks, { tenant, checkpoint, job: JOB, by: SCOUT, answers: FIXED }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('remarks may be answered without another revision, also when it is decided', async () => {
  const world = await aWorld()
  const { id: checkpoint } = await world.hold()
  await world.review('chk-1', { answer: 'comment', reason: 'Nice.' })
  await world.approve('chk-1')
  expect(await world.run(answerRemarks, { tenant: LOCAL, checkpoint, job: JOB, by: SCOUT, answers: FIXED })).toBe(1)
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'approved',
    revision: 1,
    remarks: [{ answer: { did: 'fixed' } }],
  })
  const answers = [{ number: 1, did: 'declined', text: 'Done.' }] as const
  await expect(
    world.run(answerRemarks, { tenant: LOCAL, checkpoint, job: JOB, by: SCOUT, answers }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a revision that says one thing to the policy and another to the reviewer is refused', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', CHANGES)
  const revised = revise(world, { gate: aCall('look', {}), content: contentOf(aCall('send', {})) })
  await expect(revised).rejects.toMatchObject({ code: 'invalid_input' })
})

test('what one job has asked is not for another to revise, answer or withdraw', async () => {
  const world = await aWorld()
  const { id: job } = await world.start({ id: 'job-2' })
  const { id: checkpoint } = await world.hold()
  await world.review('chk-1', CHANGES)
  const before = await world.checkpoint('chk-1')
  const mine = { tenant: LOCAL, checkpoint, job, by: SCOUT }
  const tries = [
    revise(world, { job }),
    world.run(answerRemarks, { ...mine, answers: FIXED }),
    world.run(withdrawCheckpoint, { ...mine, status: 'cancelled', reason: 'x' }),
  ]
  for (const tried of tries) await expect(tried).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.checkpoint('chk-1')).toEqual(before)
})

describe('what can not be undone', () => {
  const action = (irreversibility: 'low' | 'high') =>
    Gate.parse({ kind: 'action', confidence: 1, action: { name: 'send', irreversibility } } satisfies GateInput)

  test('wants a proof of presence as soon as a revision brings it', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', CHANGES)
    await revise(world, { gate: action('high') })
    expect(await world.checkpoint('chk-1')).toMatchObject({ terms: { irreversible: true } })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'step_up_needed' })
  })

  test('keeps its terms whatever the next revision says', async () => {
    const world = await aWorld()
    await world.hold({ terms: { irreversible: true } })
    await world.review('chk-1', CHANGES)
    await revise(world, { gate: action('low') })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'step_up_needed' })
  })

  test('wants no proof where a revision brings an action that can be', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', CHANGES)
    await revise(world, { gate: action('low') })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })
})

describe('a revision is refused', () => {
  async function sentBack() {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', CHANGES)
    return world
  }

  test('when a person has said no to the same', async () => {
    const world = await sentBack()
    const { id } = await world.hold({ args: { to: 'bob', please: true } })
    await world.review(id, { answer: 'reject', reason: 'Never.' })
    await expect(revise(world)).rejects.toMatchObject({ code: 'edit_denied', message: 'Never.' })
  })

  test('while the kill switch is thrown', async () => {
    const world = await sentBack()
    await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
    await expect(revise(world)).rejects.toMatchObject({ code: 'halted' })
  })

  test('while the job is stopped', async () => {
    const world = await sentBack()
    await world.ask({ gate: A_FAILURE })
    await expect(revise(world)).rejects.toMatchObject({ code: 'job_stopped' })
  })

  test('when it would stop the job', async () => {
    const world = await sentBack()
    await expect(revise(world, { gate: A_FAILURE })).rejects.toMatchObject({ code: 'edit_denied' })
  })

  test('to a run that another has taken the job over from', async () => {
    const world = await sentBack()
    await expect(revise(world, { driver: 'drv_old' })).rejects.toMatchObject({ code: 'fenced' })
  })
})

test('what was brought is known again by its content and each of its answers', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'comment', reason: 'Nice.' })
  await world.review('chk-1', CHANGES)
  const answers = [...FIXED, { number: 2, did: 'fixed', text: 'Said.' }] as const
  await revise(world, { answers })
  await world.approve('chk-1')
  expect(await revise(world, { answers })).toMatchObject({ status: 'approved' })
  for (const other of [{ text: 'Otherwise.' }, { did: 'declined' as const }, { number: 3 }]) {
    const given = [FIXED[0], { ...answers[1], ...other }]
    await expect(revise(world, { answers: given })).rejects.toMatchObject({ code: 'not_sent_back' })
  }
})

test('what is open and brought as it was asked is told where it stands, with no answer to give', async () => {
  const world = await aWorld()
  const { gate } = await world.hold()
  expect(await revise(world, { gate, answers: [] })).toMatchObject({ status: 'pending', revision: 1 })
})
