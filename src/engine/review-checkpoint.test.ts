import { describe, expect, test } from 'vitest'
import type { Actor } from '../model/actor.ts'
import { ACTOR_KINDS } from '../model/actor.ts'
import { CheckpointId, LOCAL, PasskeyId, PersonId, TenantId } from '../model/ids.ts'
import {
  A_SECRET,
  ADA,
  aPasskey,
  aPerson,
  aPolicy,
  aProof,
  EVE,
  person,
  ROB,
  rule,
  SCOUT,
  THE_END,
  VIC,
} from '../testing/builders.ts'
import { aWorld, wordFor } from '../testing/world.ts'
import { cancelJob } from './cancel-job.ts'
import { changePolicy } from './change-policy.ts'
import { changeSecrets } from './change-secrets.ts'
import { contentHash } from './content-hash.ts'
import { enrolPerson } from './enrol-person.ts'
import { registerPasskey } from './passkey/register-passkey.ts'
import { revokePerson } from './revoke-person.ts'
import { setSolo } from './set-solo.ts'
import { withdrawCheckpoint } from './withdraw-checkpoint.ts'

const EDIT = { answer: 'edit', args: { to: 'all' } } as const
const CHANGES = { answer: 'request_changes', reason: 'Say please.' } as const
const COMMENT = { answer: 'comment', reason: 'Fine so far.' } as const
const NO = { answer: 'reject', reason: 'No.' } as const

const proofFor = (content_hash: string, at: string, checkpoint = 'chk-1') =>
  aProof({ do: 'answer', checkpoint: CheckpointId.parse(checkpoint), content_hash }, { at })

test('an approval resolves the checkpoint and lets its job go on', async () => {
  const world = await aWorld()
  await world.hold()
  world.pass(5)
  const reviewed = await world.review('chk-1', { answer: 'approve', reason: 'Nice.' })
  expect(reviewed).toEqual({ status: 'approved', revision: 1, missing: 0, grant: null })
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'approved',
    resolved_at: world.at(0),
    resolution: { answer: 'approve', by: ROB, reason: 'Nice.', grant: null, at: world.at(0) },
    votes: [{ by: 'rob' }],
  })
  expect(await world.job()).toMatchObject({ status: 'running', held: [] })
})

test('a rejection resolves it with its reason, and refuses the call from now on', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  expect(await world.review('chk-1', NO)).toMatchObject({ status: 'rejected' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'rejected', resolution: { reason: 'No.', by: ROB } })
  expect(await world.events('refusal_recorded')).toMatchObject([
    { data: { refusal: { by: ROB, reason: 'No.', checkpoint: 'chk-1', count: 1, root: 'job-1' } } },
  ])
  expect(await world.events('child_refused')).toMatchObject([
    { job: 'job-1', data: { child: 'child', checkpoint: 'chk-1', reason: 'No.' } },
  ])
})

test('a rejection takes the place of what the policy had refused before', async () => {
  const world = await aWorld()
  await world.ask({ tool: 'wipe' })
  const job = (await world.job()).id
  await world.run(changePolicy, {
    job,
    by: ADA,
    tenant: null,
    policy: aPolicy({ preset: 'jobs/full', rules: [rule('wipe', 'ask')] }),
  })
  await world.hold({ tool: 'wipe', checkpoint: 'wipe' })
  await world.review('wipe', NO)
  expect(await world.ask({ tool: 'wipe' })).toMatchObject({ status: 'denied', reason: 'No.', checkpoint: 'wipe' })
})

test('one rejection is enough, whatever the quorum', async () => {
  const world = await aWorld()
  await world.hold({ terms: { quorum: 2 } })
  expect(await world.review('chk-1', NO)).toMatchObject({ status: 'rejected' })
})

test('a response resolves it with what it brings', async () => {
  const world = await aWorld()
  await world.hold()
  expect(await world.review('chk-1', { answer: 'respond', value: { to: 'sue' } })).toMatchObject({ status: 'answered' })
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status: 'answered',
    resolution: { answer: 'respond', value: { to: 'sue' } },
  })
})

test('a response keeps why it was given', async () => {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'respond', value: 1, reason: 'She asked first.' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ resolution: { reason: 'She asked first.' } })
})

test('an approval of a call leads to nothing but that', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  expect(await world.store.dueEffects(10)).toEqual([])
})

test('a response has to fit the schema that was asked for', async () => {
  const world = await aWorld()
  const response_schema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
  await world.hold({ terms: { response_schema } })
  await expect(world.review('chk-1', { answer: 'respond', value: { to: 7 } })).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ path: '/to' }],
  })
  expect(await world.review('chk-1', { answer: 'respond', value: { to: 'sue' } })).toMatchObject({ status: 'answered' })
})

describe('who may decide', () => {
  const others = ACTOR_KINDS.filter((kind) => kind !== 'person')

  test.for(others)(
    'nobody of the kind %s, even under a name of somebody who may, and the try is kept',
    async (kind) => {
      const world = await aWorld()
      await world.hold()
      const by: Actor = { kind, id: 'ada' }
      for (const review of [
        { answer: 'approve' },
        NO,
        EDIT,
        CHANGES,
        COMMENT,
        { answer: 'respond', value: 1 },
      ] as const) {
        await expect(world.review('chk-1', review, { by })).rejects.toMatchObject({ code: 'actor_not_human' })
      }
      expect(await world.events('access_denied')).toHaveLength(6)
      expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending', votes: [], remarks: [], revision: 1 })
    },
  )

  test('no viewer', async () => {
    const world = await aWorld()
    await world.hold()
    await expect(world.approve('chk-1', { by: VIC })).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(world.review('chk-1', COMMENT, { by: VIC })).rejects.toMatchObject({ code: 'not_authorised' })
  })

  test('nobody unknown, revoked or of another tenant, and they learn nothing', async () => {
    const world = await aWorld()
    const tenants = [TenantId.parse('other')]
    await world.run(enrolPerson, { by: ADA, change: false, person: aPerson({ id: PersonId.parse('ole'), tenants }) })
    await world.run(revokePerson, { by: ADA, person: PersonId.parse('eve') })
    await world.hold()
    for (const by of [person('nobody'), EVE, person('ole')]) {
      await expect(world.approve('chk-1', { by })).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no checkpoint chk-1, or it is not yours to see.',
      })
    }
  })

  test('somebody of the same tenant', async () => {
    const world = await aWorld()
    await world.run(enrolPerson, {
      by: ADA,
      change: false,
      person: aPerson({ id: PersonId.parse('lou'), tenants: [LOCAL] }),
    })
    await world.hold()
    expect(await world.approve('chk-1', { by: person('lou') })).toMatchObject({ status: 'approved' })
  })

  test.for([
    // approvers          rob    eve    ada
    [[], true, true, true],
    [['rob'], true, false, false],
    [['rob', 'eve'], true, true, false],
    [['role:reviewer'], true, true, true],
    [['role:admin'], false, false, true],
    [['role:admin', 'eve'], false, true, true],
  ] as const)('of approvers %j', async ([approvers, ...expected]) => {
    for (const [at, by] of [ROB, EVE, ADA].entries()) {
      const world = await aWorld()
      await world.hold({ terms: { approvers } })
      expect(await wordFor(world.approve('chk-1', { by }))).toBe(expected[at] ? 'approved' : 'not_authorised')
    }
  })

  test('nobody decides what is not there', async () => {
    const world = await aWorld()
    await expect(world.approve('chk-9', { content_hash: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    // An agent is told the same of what is there and what is not.
    await expect(world.approve('chk-9', { content_hash: 'x', by: SCOUT })).rejects.toMatchObject({
      code: 'actor_not_human',
    })
  })
})

describe('the answer', () => {
  test('is bound to what was on the screen', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold()
    await world.review('chk-1', EDIT)
    const now = (await world.checkpoint('chk-1')).content_hash
    await expect(world.approve('chk-1', { by: EVE, content_hash })).rejects.toMatchObject({
      code: 'stale_content',
      details: { content_hash: now, revision: '2' },
    })
    await expect(world.review('chk-1', NO, { by: EVE, content_hash })).rejects.toMatchObject({ code: 'stale_content' })
  })

  test('is one of those that the checkpoint takes', async () => {
    const world = await aWorld()
    await world.hold({ terms: { answers: ['approve', 'reject'] } })
    for (const review of [EDIT, CHANGES, COMMENT, { answer: 'respond', value: 1 }] as const) {
      await expect(world.review('chk-1', review)).rejects.toMatchObject({
        code: 'answer_not_allowed',
        message: 'Checkpoint chk-1 takes approve, reject.',
      })
    }
  })

  test('after the first one is refused with the name of who was faster, and when', async () => {
    const world = await aWorld()
    await world.hold()
    await world.approve('chk-1')
    const at = world.at(0)
    world.pass(9)
    for (const review of [{ answer: 'approve' }, NO, EDIT, CHANGES, COMMENT] as const) {
      await expect(world.review('chk-1', review, { by: EVE })).rejects.toMatchObject({
        code: 'already_resolved',
        message: `rob was faster: checkpoint chk-1 is approved since ${at}.`,
        details: { by: 'rob', at, status: 'approved' },
      })
    }
  })

  test('after an own one is told that it was oneself', async () => {
    const world = await aWorld()
    await world.hold()
    await world.approve('chk-1')
    const at = world.at(0)
    world.pass(3)
    const again = { code: 'already_resolved', details: { by: 'rob', yourself: 'true' } }
    await expect(world.approve('chk-1')).rejects.toMatchObject({
      ...again,
      message: `You answered it yourself 3 seconds ago: checkpoint chk-1 is approved since ${at}.`,
    })
    world.pass(3600)
    await expect(world.review('chk-1', NO)).rejects.toMatchObject({
      ...again,
      message: `You answered it yourself before: checkpoint chk-1 is approved since ${at}.`,
    })
  })

  test.for([
    [1, '1 second ago'],
    [2, '2 seconds ago'],
    [119, '119 seconds ago'],
    [120, 'before'],
  ] as const)('after an own one %d seconds earlier is told so: %s', async ([seconds, word]) => {
    const world = await aWorld()
    await world.hold()
    await world.approve('chk-1')
    world.pass(seconds)
    await expect(world.approve('chk-1')).rejects.toThrow(`You answered it yourself ${word}: `)
  })

  test('after what an agent of the same name did is told that it was not oneself', async () => {
    const world = await aWorld()
    const { id } = await world.hold()
    const by = { kind: 'agent', id: 'rob' } as const
    await world.run(withdrawCheckpoint, { tenant: LOCAL, checkpoint: id, by, status: 'cancelled', reason: 'Mine.' })
    await expect(world.approve('chk-1')).rejects.toThrow('rob was faster')
  })

  test('comes too late for what was withdrawn, replaced or called off', async () => {
    const world = await aWorld()
    const by = SCOUT
    for (const status of ['cancelled', 'superseded'] as const) {
      const { id } = await world.hold({ checkpoint: status })
      await world.run(withdrawCheckpoint, { tenant: LOCAL, checkpoint: id, by, status, reason: 'Changed my mind.' })
      await expect(world.approve(status)).rejects.toMatchObject({ code: 'already_resolved', details: { status } })
    }
    const { job } = await world.hold({ checkpoint: 'last' })
    await world.run(cancelJob, { job, by: ADA, tenant: null, reason: 'Enough.' })
    await expect(world.approve('last')).rejects.toMatchObject({ details: { status: 'cancelled', by: 'ada' } })
  })

  test.for([
    ['a reason', { answer: 'reject', reason: `It holds ${A_SECRET}` }],
    ['an edit', { answer: 'edit', args: { deep: [{ [A_SECRET]: 1 }] } }],
    ['a response', { answer: 'respond', value: { token: A_SECRET } }],
    ['a remark', { answer: 'comment', reason: A_SECRET }],
  ] as const)('holds no literal secret in %s', async ([, review]) => {
    const world = await aWorld()
    await world.hold()
    const before = (await world.events()).length
    await expect(world.review('chk-1', review)).rejects.toMatchObject({ code: 'literal_secret' })
    expect((await world.events()).length).toBe(before)
  })

  test.for([
    [{ answer: 'edit', args: { token: { $secret: 5 } } }, '/review/args/token'],
    [{ answer: 'respond', value: { token: { $secret: 'NAME', x: 1 } } }, '/review/value/token'],
  ] as const)('holds nothing that only looks like a reference to a secret: %j', async ([review, path]) => {
    const world = await aWorld()
    await world.hold()
    const before = (await world.events()).length
    await expect(world.review('chk-1', review)).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path }] })
    expect((await world.events()).length).toBe(before)
  })
})

describe('a quorum', () => {
  test('is not met by the response of one person', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2, answers: ['approve', 'respond'] } })
    const respond = (by = ROB) => world.review('chk-1', { answer: 'respond', value: 'Do it.' }, { by })
    await expect(respond()).rejects.toMatchObject({ code: 'answer_not_allowed' })
    await world.approve('chk-1')
    await expect(respond(EVE)).rejects.toMatchObject({ code: 'answer_not_allowed' })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('is reached by different people on the same content', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 3 } })
    expect(await world.approve('chk-1')).toEqual({ status: 'pending', revision: 1, missing: 2, grant: null })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.job()).toMatchObject({ status: 'pending_review' })
    expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved', missing: 0 })
    expect((await world.checkpoint('chk-1')).votes.map(({ by }) => by)).toEqual(['rob', 'eve', 'ada'])
  })

  test('counts nobody twice', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    expect(await world.approve('chk-1')).toMatchObject({ status: 'pending', missing: 1 })
    expect((await world.checkpoint('chk-1')).votes).toHaveLength(1)
  })

  test('counts only who may still decide at its end', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    await world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved' })
  })

  test('does not count who became a viewer since', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    await world.run(enrolPerson, { by: ADA, change: true, person: aPerson({ role: 'viewer' }) })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
  })

  test('does not count who was let go, also when they come back', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    world.pass(1)
    const rob = PersonId.parse('rob')
    await world.run(revokePerson, { by: ADA, person: rob })
    const secrets = { token_hash: 'new', passphrase_hash: null }
    await world.run(changeSecrets, { by: ADA, person: rob, proved: null, secrets })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })

  test('counts what somebody has said since they are back, and nothing of the instant in which they came', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 3 } })
    await world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') })
    const secrets = { token_hash: 'new', passphrase_hash: null }
    await world.run(changeSecrets, { by: ADA, person: PersonId.parse('rob'), proved: null, secrets })
    await world.approve('chk-1')
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ missing: 2 })
    world.pass(1)
    await world.approve('chk-1')
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ missing: 1 })
  })

  test('counts no vote without a proof of presence once nobody works alone any more', async () => {
    const world = await aWorld({ solo: true })
    const { content_hash } = await world.hold({ terms: { quorum: 2, irreversible: true } })
    await world.approve('chk-1')
    await world.run(setSolo, { by: ADA, solo: false })
    const step_up = proofFor(content_hash, world.at(0))
    expect(await world.approve('chk-1', { by: EVE, step_up })).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.approve('chk-1', { by: ADA, step_up })).toMatchObject({ status: 'approved' })
  })

  test('begins anew with every revision', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    await world.review('chk-1', EDIT, { by: EVE })
    expect(await world.checkpoint('chk-1')).toMatchObject({ votes: [], revision: 2 })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'pending', missing: 1 })
  })

  test('begins anew when somebody asks for changes', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    expect(await world.review('chk-1', CHANGES, { by: EVE })).toMatchObject({ missing: 2 })
    expect(await world.checkpoint('chk-1')).toMatchObject({ votes: [], sent_back: true })
  })

  test('is not moved by a comment, which says how many are missing', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    expect(await world.review('chk-1', COMMENT, { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
    expect((await world.checkpoint('chk-1')).votes).toHaveLength(1)
  })
})

describe('separate duties', () => {
  test('keep whoever started the job from approving or responding', async () => {
    const world = await aWorld()
    await world.start({ id: 'robs', by: ROB })
    await world.hold({ job: 'robs' })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'self_approval' })
    await expect(world.review('chk-1', { answer: 'respond', value: 1 })).rejects.toMatchObject({
      code: 'self_approval',
    })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('keep whoever started the work from approving what its children do', async () => {
    const world = await aWorld()
    await world.start({ id: 'robs', by: ROB })
    await world.start({ id: 'child', parent: 'robs' })
    await world.start({ id: 'grandchild', parent: 'child' })
    await world.hold({ job: 'grandchild' })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'self_approval' })
  })

  test('keep whoever asked from approving', async () => {
    const world = await aWorld()
    await world.hold({ by: ROB })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'self_approval' })
  })

  test('do not mistake an agent of the same name for a person', async () => {
    const world = await aWorld()
    await world.start({ id: 'robs', by: { kind: 'agent', id: 'rob' } })
    await world.hold({ job: 'robs', by: { kind: 'agent', id: 'rob' } })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })

  test('let whoever started it say no, ask for changes and comment', async () => {
    const world = await aWorld()
    await world.start({ id: 'robs', by: ROB })
    await world.hold({ job: 'robs' })
    await world.review('chk-1', COMMENT)
    await world.review('chk-1', CHANGES)
    expect(await world.review('chk-1', NO)).toMatchObject({ status: 'rejected' })
  })

  test('do not count an early vote of somebody who has a part in it by now', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.review('chk-1', EDIT)
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'self_approval' })
    await world.approve('chk-1', { by: EVE })
    expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved' })
  })

  test('are off for somebody who works alone and said so', async () => {
    const world = await aWorld({ solo: true })
    await world.start({ id: 'robs', by: ROB })
    await world.hold({ job: 'robs' })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })
})

describe('what can not be undone', () => {
  const irreversible = { terms: { irreversible: true } }

  test.for([
    // age in seconds, enough
    [0, true],
    [300, true],
    [300.001, false],
    [301, false],
    [-1, false],
  ] as const)('with a proof of presence %d seconds old: %s', async ([age, enough]) => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const step_up = proofFor(content_hash, world.at(-age))
    expect(await wordFor(world.approve('chk-1', { step_up }))).toBe(enough ? 'approved' : 'step_up_needed')
  })

  test('needs a proof, and one for exactly this content', async () => {
    const world = await aWorld()
    await world.hold(irreversible)
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'step_up_needed' })
    const step_up = proofFor(contentHash({ tool: 'send', args: { to: 'eve' } }), world.at(0))
    await expect(world.approve('chk-1', { step_up })).rejects.toMatchObject({ code: 'step_up_needed' })
  })

  test('takes no proof that was given for another checkpoint with the same content, or for something else', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const others = [proofFor(content_hash, world.at(0), 'chk-2'), aProof({ do: 'add_passkey' }, { at: world.at(0) })]
    for (const step_up of others) {
      await expect(world.approve('chk-1', { step_up })).rejects.toMatchObject({ code: 'step_up_needed' })
    }
  })

  test('says in its events how presence was proved, and when', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const proof = proofFor(content_hash, world.at(-5))
    await world.approve('chk-1', { step_up: proof })
    const step_up = { kind: 'code', at: world.at(-5) }
    expect(await world.events('checkpoint_voted')).toMatchObject([{ data: { vote: { step_up } } }])
    expect(await world.events('checkpoint_resolved')).toMatchObject([{ data: { resolution: { step_up } } }])
    expect((await world.checkpoint('chk-1')).votes).toEqual([{ by: 'rob', at: world.at(0), content_hash, step_up }])
  })

  test('says which passkey signed, or who read the code', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold({ terms: { irreversible: true, quorum: 2 } })
    const passkey = aPasskey()
    await world.run(registerPasskey, { by: ROB, passkey, step_up: aProof({ do: 'add_passkey' }) })
    const fresh = proofFor(content_hash, world.at(0))
    await world.approve('chk-1', { step_up: { ...fresh, kind: 'passkey', passkey: passkey.id } })
    await world.approve('chk-1', { by: EVE, step_up: { ...fresh, read_by: PersonId.parse('eve') } })
    expect((await world.checkpoint('chk-1')).votes.map(({ step_up }) => step_up)).toEqual([
      { kind: 'passkey', at: world.at(0), passkey: passkey.id },
      { kind: 'code', at: world.at(0), read_by: 'eve' },
    ])
  })

  test.for([
    ['could be undone', { irreversible: false }, false, { answer: 'approve' }],
    ['is answered by somebody who works alone', { irreversible: true }, true, { answer: 'approve' }],
    ['is rejected', { irreversible: true }, false, NO],
  ] as const)(
    'invariant 20: says nothing of a proof that nobody needed where it %s',
    async ([, terms, solo, review]) => {
      const world = await aWorld({ solo })
      const { content_hash } = await world.hold({ terms })
      await world.review('chk-1', review, { step_up: proofFor(content_hash, world.at(0)) })
      const { votes, resolution } = await world.checkpoint('chk-1')
      for (const said of [...votes, resolution]) expect(said).not.toHaveProperty('step_up')
    },
  )

  test('takes no word of a passkey that was removed in the meantime', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const passkey = aPasskey()
    const adding = aProof({ do: 'add_passkey' }, { at: world.at(0) })
    await world.run(registerPasskey, { by: ROB, passkey, step_up: adding })
    const step_up = { ...proofFor(content_hash, world.at(0)), kind: 'passkey', passkey: passkey.id } as const
    const other = { ...step_up, passkey: PasskeyId.parse('psk-2') }
    await expect(world.approve('chk-1', { step_up: other })).rejects.toMatchObject({ code: 'step_up_needed' })
    const { passkey: _none, ...unnamed } = step_up
    await expect(world.approve('chk-1', { step_up: unnamed })).rejects.toMatchObject({ code: 'step_up_needed' })
    expect(await world.approve('chk-1', { step_up })).toMatchObject({ status: 'approved' })
  })

  test('needs a proof whose time can be read', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const step_up = proofFor(content_hash, 'just now')
    await expect(world.approve('chk-1', { step_up })).rejects.toMatchObject({ code: 'step_up_needed' })
  })

  test('is rejected without any proof', async () => {
    const world = await aWorld()
    await world.hold(irreversible)
    expect(await world.review('chk-1', NO)).toMatchObject({ status: 'rejected' })
  })

  test('is not approved by an edit, whose content nobody has proved to have seen', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold(irreversible)
    const step_up = proofFor(content_hash, world.at(0))
    expect(await world.review('chk-1', EDIT, { step_up })).toMatchObject({ status: 'pending', revision: 2, missing: 1 })
  })

  test('needs no proof of somebody who works alone and said so', async () => {
    const world = await aWorld({ solo: true })
    await world.hold(irreversible)
    expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
  })
})

describe('an edit', () => {
  test('makes a new revision that waits for somebody else', async () => {
    const world = await aWorld()
    const before = await world.hold()
    expect(await world.review('chk-1', EDIT)).toEqual({ status: 'pending', revision: 2, missing: 1, grant: null })
    expect(await world.checkpoint('chk-1')).toMatchObject({
      revision: 2,
      content: { tool: 'send', args: { to: 'all' } },
      content_hash: contentHash({ tool: 'send', args: { to: 'all' } }),
      asked_hash: before.asked_hash,
      edited_by: ['rob'],
      status: 'pending',
    })
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'self_approval' })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved', revision: 2 })
    expect((await world.spend('chk-1')).content).toEqual({ tool: 'send', args: { to: 'all' } })
  })

  test('is decided again: what the policy denies is refused', async () => {
    const no = { match: { tool: 'send', args: { to: 'all' } }, then: 'deny' }
    const world = await aWorld({ policy: { preset: 'jobs/full', rules: [rule('send', 'ask'), no] } })
    await world.hold()
    await expect(world.review('chk-1', EDIT)).rejects.toMatchObject({ code: 'edit_denied' })
    expect(await world.checkpoint('chk-1')).toMatchObject({ revision: 1, content: { args: { to: 'bob' } } })
  })

  test('keeps the decision about the new content with its trace', async () => {
    const world = await aWorld()
    await world.hold()
    const policy = aPolicy({ preset: 'jobs/full', rules: [rule('send', 'ask'), rule('se*', 'ask')] })
    await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
    await world.review('chk-1', EDIT)
    const [revised] = await world.events('checkpoint_revised')
    expect(revised?.data.decision.trace.length).toBeGreaterThan(0)
    expect(revised?.data.decision.policy_digest).toBe((await world.checkpoint('chk-1')).decision.policy_digest)
  })

  test('also approves where somebody works alone', async () => {
    const world = await aWorld({ solo: true })
    await world.hold()
    expect(await world.review('chk-1', EDIT)).toEqual({ status: 'approved', revision: 2, missing: 0, grant: null })
    expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'approved', content: { args: { to: 'all' } } })
  })

  test('counts as one vote where somebody works alone and more are needed', async () => {
    const world = await aWorld({ solo: true })
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1', { by: EVE })
    expect(await world.review('chk-1', EDIT)).toMatchObject({ status: 'pending', missing: 1, revision: 2 })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('is only for what runs', async () => {
    const world = await aWorld()
    await world.hold({ gate: THE_END })
    await expect(world.review('chk-1', EDIT)).rejects.toMatchObject({ code: 'answer_not_allowed' })
  })
})

describe('a request for changes', () => {
  test('sends the work back; nobody can approve it until it comes again', async () => {
    const world = await aWorld()
    await world.hold()
    expect(await world.review('chk-1', CHANGES)).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.checkpoint('chk-1')).toMatchObject({
      sent_back: true,
      remarks: [{ number: 1, kind: 'request_changes', text: 'Say please.', by: ROB, revision: 1, answer: null }],
    })
    for (const review of [{ answer: 'approve' }, EDIT, { answer: 'respond', value: 1 }] as const) {
      await expect(world.review('chk-1', review, { by: EVE })).rejects.toMatchObject({ code: 'sent_back' })
    }
  })

  test('may be followed by a rejection', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', CHANGES)
    expect(await world.review('chk-1', NO)).toMatchObject({ status: 'rejected' })
  })
})

test('a comment decides nothing and sends nothing back', async () => {
  const world = await aWorld()
  await world.hold()
  expect(await world.review('chk-1', COMMENT)).toMatchObject({ status: 'pending', missing: 1 })
  expect(await world.checkpoint('chk-1')).toMatchObject({ sent_back: false, remarks: [{ number: 1, kind: 'comment' }] })
  expect(await world.approve('chk-1')).toMatchObject({ status: 'approved' })
})

describe('a grant', () => {
  test('is left by an approval, and names its owner and example', async () => {
    const world = await aWorld()
    const { content } = await world.hold()
    const { grant } = await world.review('chk-1', { answer: 'approve', grant: { count: 2, job: true } })
    expect(await world.row('grants', grant ?? '')).toMatchObject({
      owner: 'rob',
      from: 'chk-1',
      example: content,
      bounds: { count: 2, job: true },
      job: 'job-1',
      agent: 'scout',
      hits: 0,
    })
    expect(await world.checkpoint('chk-1')).toMatchObject({ resolution: { grant } })
  })

  test('is never minted by a batch', async () => {
    const world = await aWorld()
    await world.hold()
    const batch = world.review('chk-1', { answer: 'approve', grant: { count: 2 } }, { batch: true })
    await expect(batch).rejects.toMatchObject({ code: 'grant_in_batch' })
    expect(await world.approve('chk-1', { batch: true })).toMatchObject({ status: 'approved', grant: null })
  })

  test('is never left for what can not be undone', async () => {
    const world = await aWorld()
    const { content_hash } = await world.hold({ terms: { irreversible: true } })
    const step_up = proofFor(content_hash, world.at(0))
    const granted = world.review('chk-1', { answer: 'approve', grant: { count: 2 } }, { step_up })
    await expect(granted).rejects.toMatchObject({ code: 'grant_unfit' })
  })

  test('is only for what runs', async () => {
    const world = await aWorld()
    await world.hold({ gate: THE_END })
    const granted = world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    await expect(granted).rejects.toMatchObject({ code: 'grant_unfit' })
  })

  test('is left by the last of several approvers alone', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    const grant = { answer: 'approve', grant: { count: 2 } } as const
    await expect(world.review('chk-1', grant)).rejects.toMatchObject({ code: 'grant_unfit' })
    await world.approve('chk-1')
    expect(await world.review('chk-1', grant, { by: EVE })).toMatchObject({
      status: 'approved',
      grant: expect.stringMatching(/^grant-/),
    })
  })
})

test('the log keeps which answer was given, and why', async () => {
  const world = await aWorld({ solo: true })
  await world.hold()
  await world.review('chk-1', { answer: 'reject', reason: 'No.' })
  const { id } = await world.hold({ args: { to: 'eve' } })
  await world.review(id, { answer: 'edit', args: { to: 'ada' }, reason: 'To her.' })
  expect((await world.events('checkpoint_resolved')).map(({ data }) => data.resolution)).toMatchObject([
    { answer: 'reject', reason: 'No.' },
    { answer: 'approve', reason: 'To her.' },
  ])
})

test('invariant 17: the log says what no person wanted to answer', async () => {
  const world = await aWorld()
  await world.hold()
  await expect(world.approve('chk-1', { by: SCOUT })).rejects.toMatchObject({ code: 'actor_not_human' })
  expect(await world.events('access_denied')).toMatchObject([{ data: { wanted: 'approve', why: 'actor_not_human' } }])
})
