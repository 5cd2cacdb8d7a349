import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerRemarks } from '../../src/engine/answer-remarks.ts'
import { apply } from '../../src/engine/apply.ts'
import { cancelJob } from '../../src/engine/cancel-job.ts'
import { changePolicy } from '../../src/engine/change-policy.ts'
import { contentHash } from '../../src/engine/content-hash.ts'
import { contentOf } from '../../src/engine/content-of.ts'
import { doubtAttempt } from '../../src/engine/doubt-attempt.ts'
import { endJob } from '../../src/engine/end-job.ts'
import { enrolPerson } from '../../src/engine/enrol-person.ts'
import type { HaltScope } from '../../src/engine/event.ts'
import { eventMaker } from '../../src/engine/event-maker.ts'
import { issueToken } from '../../src/engine/issue-token.ts'
import { registerPasskey } from '../../src/engine/passkey/register-passkey.ts'
import type { LogEntry, Store, Write } from '../../src/engine/ports.ts'
import { recordAttempt } from '../../src/engine/record-attempt.ts'
import { recordCall } from '../../src/engine/record-call.ts'
import { resumeJob } from '../../src/engine/resume-job.ts'
import { retakeAttempt } from '../../src/engine/retake-attempt.ts'
import { reviseCheckpoint } from '../../src/engine/revise-checkpoint.ts'
import { revokeGrant } from '../../src/engine/revoke-grant.ts'
import { revokePerson } from '../../src/engine/revoke-person.ts'
import { setKillSwitch } from '../../src/engine/set-kill-switch.ts'
import { setSolo } from '../../src/engine/set-solo.ts'
import { settleAttempt } from '../../src/engine/settle-attempt.ts'
import { withdrawCheckpoint } from '../../src/engine/withdraw-checkpoint.ts'
import { ACTOR_KINDS, type Actor } from '../../src/model/actor.ts'
import { CHECKPOINT_STATUSES } from '../../src/model/checkpoint-status.ts'
import { Gate } from '../../src/model/gate.ts'
import { AttemptId, CheckpointId, GrantId, JobId, LOCAL, PersonId, TenantId, TokenId } from '../../src/model/ids.ts'
import { JOB_MOVES, JOB_STATUSES } from '../../src/model/job-status.ts'
import { parseGate } from '../../src/model/parse-gate.ts'
import type { Review } from '../../src/model/review.ts'
import type { Proof } from '../../src/model/step-up.ts'
import { MemoryStore } from '../../src/store/memory.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyChain } from '../../src/store/verify-chain.ts'
import { question } from '../../src/testing/arbitraries.ts'
import { tighten, tightenableFor } from '../../src/testing/arbitrary-tightening.ts'
import {
  A_FAILURE,
  A_SECRET,
  ADA,
  aCall,
  aCheckpoint,
  aJob,
  aPasskey,
  aPerson,
  aPolicy,
  aProof,
  EVE,
  NOON,
  person,
  ROB,
  rule,
  SCOUT,
  SENDS_ARE_HELD,
  THE_END,
} from '../../src/testing/builders.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { storedRuns } from '../../src/testing/stored-runs.ts'
import { aWorld, type OpenStore, type World, wordFor } from '../../src/testing/world.ts'

// Making the tables costs more syncs of the disk than a test does, so they are made once.
let template = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'leeway-'))
  await (await openSqliteStore({ folder: template })).close()
})
afterAll(() => rmSync(template, { recursive: true }))

const openSqlite: OpenStore = (clock) => {
  const folder = aFolder()
  cpSync(template, folder, { recursive: true })
  return openSqliteStore({ folder, clock })
}
const STORES: readonly (readonly [string, OpenStore])[] = [
  ['memory', (clock) => new MemoryStore(clock)],
  ['sqlite', openSqlite],
]

const JOB = JobId.parse('job-1')
const CHK = CheckpointId.parse('chk-1')
const OTHER = TenantId.parse('other')
const APPROVE: Review = { answer: 'approve' }
const NO: Review = { answer: 'reject', reason: 'No.' }
const CHANGES: Review = { answer: 'request_changes', reason: 'Say please.' }
const COMMENT: Review = { answer: 'comment', reason: 'Fine.' }
const EDIT: Review = { answer: 'edit', args: { to: 'all' } }
const RESPOND: Review = { answer: 'respond', value: 1 }
const ANSWERS = [APPROVE, NO, CHANGES, COMMENT, EDIT, RESPOND]
const DENY_IN_A_MINUTE = { terms: { timeout_seconds: 60, on_timeout: { do: 'deny' } } } as const
const ANSWERED = [{ number: 1, did: 'fixed', text: 'Done.' }] as const

const tightened = (world: World, document: unknown, job = JOB) =>
  world.run(changePolicy, { job, by: ADA, tenant: null, policy: aPolicy(document) })

describe.for(STORES)('on %s', ([, open]) => {
  const begin = (policy: unknown = SENDS_ARE_HELD) => aWorld({ open, policy })

  test('invariant 1: whatever is claimed stands behind a committed decision that names its content', async () => {
    const world = await begin()
    await world.ask({ tool: 'look', key: 'allowed' })
    await world.hold({ key: 'approved' })
    await world.review('chk-2', { answer: 'approve', grant: { count: 1 } })
    await world.spend('chk-2')
    await world.ask({ key: 'granted' })

    const permitted = [
      ...(await world.events('gate_decided')).filter(({ data }) => data.permit !== null),
      ...(await world.events('approval_spent')).filter(({ data }) => !data.voided),
    ].map(({ seq, data }) => ({ seq, hash: data.content_hash }))
    const claims = await world.events('attempt_claimed')
    expect(claims.map(({ data }) => data.attempt.permit.by)).toEqual(['policy', 'checkpoint', 'grant'])
    for (const { seq, data } of claims) {
      expect(data.attempt.content_hash).toBe(contentHash(data.attempt.content))
      expect(permitted.some((decision) => decision.hash === data.attempt.content_hash && decision.seq < seq)).toBe(true)
    }
  })

  test('invariant 1: without an approval nothing is claimed', async () => {
    const world = await begin()
    await world.hold(DENY_IN_A_MINUTE)
    await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'not_approved' })
    await world.ask({ tool: 'wipe', key: 'k' })
    expect(await world.events('attempt_claimed')).toEqual([])
  })

  test('invariant 2: the bytes that run are the bytes that were approved', async () => {
    const world = await begin()
    const content = {
      tool: 'send',
      args: { to: 'bob' },
      env: { LANG: 'C' },
      cwd: '/home/bob',
      target: 'mail',
      base_commit: 'abc',
      tree: 'def',
    }
    await world.hold({ content })
    await world.approve('chk-1')
    const others = [
      { tool: 'sent' },
      { args: { to: 'eve' } },
      { env: { LANG: 'D' } },
      { cwd: '/home/eve' },
      { target: 'fax' },
      { base_commit: 'abd' },
      { tree: 'deg' },
    ]
    for (const other of others) {
      const spent = world.spend('chk-1', { content_hash: contentHash({ ...content, ...other }) })
      await expect(spent).rejects.toMatchObject({ code: 'stale_content' })
    }
    expect((await world.spend('chk-1', { content_hash: contentHash(content) })).content).toEqual(content)
  })

  test('invariant 2: content that was changed beside its hash does not run', async () => {
    const world = await begin()
    await world.hold()
    await world.approve('chk-1')
    const stored = await world.store.get('checkpoints', 'chk-1')
    const row = { ...(stored?.row ?? aCheckpoint()), content: { tool: 'send', args: { to: 'eve' } } }
    const rows = [{ table: 'checkpoints', id: 'chk-1', version: stored?.version ?? 0, row } as const]
    await world.store.append({ seen: [], rows, events: [], effects: [] })
    await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'stale_content' })
  })

  test('invariant 2: the claim decides again; deny voids the approval, ask is met by it', async () => {
    const world = await begin()
    await world.hold({ args: { to: 'bob' } })
    await world.hold({ args: { to: 'eve' } })
    await world.approve('chk-1')
    await world.approve('chk-2')
    await tightened(world, { ...SENDS_ARE_HELD, rules: [rule('*', 'ask')] })
    expect(await world.spend('chk-1')).toMatchObject({ attempt: { status: 'claimed' } })
    await tightened(world, { ...SENDS_ARE_HELD, rules: [rule('send', 'deny')] })
    await expect(world.spend('chk-2')).rejects.toMatchObject({ code: 'approval_voided' })
    await tightened(world, SENDS_ARE_HELD)
    await expect(world.spend('chk-2')).rejects.toMatchObject({ code: 'already_spent' })
  })

  test('invariant 2: the content brings no question of its own, by which it would be judged again', async () => {
    const world = await begin()
    const [gate, other] = [aCall('look', {}), THE_END]
    const forged = [
      { ...contentOf(gate), gate: other },
      { ...contentOf(gate), gate: {} },
    ]
    for (const content of forged) {
      await expect(world.ask({ gate, content, key: 'k' })).rejects.toMatchObject({ code: 'invalid_input' })
    }
    await expect(world.ask({ gate: other, content: contentOf(A_FAILURE) })).rejects.toThrow('not the call')
    expect(await world.events('attempt_claimed')).toEqual([])
  })

  test('invariant 3: at most one attempt per approval, however many reach for it at once', async () => {
    const world = await begin()
    await world.hold()
    await world.approve('chk-1')
    const results = await Promise.all(
      Array.from({ length: 6 }, () => wordFor(world.spend('chk-1').then(({ attempt }) => attempt))),
    )
    expect(results.toSorted()).toEqual([...Array(5).fill('already_spent'), 'claimed'])
    expect(await world.events('attempt_claimed')).toHaveLength(1)
  })

  test('invariant 3: an allowed call under one key is claimed once', async () => {
    const world = await begin()
    const results = await Promise.all(Array.from({ length: 4 }, () => wordFor(world.ask({ tool: 'look', key: 'k' }))))
    expect(results.toSorted()).toEqual(['allowed', 'ran', 'ran', 'ran'])
    expect(await world.events('attempt_claimed')).toHaveLength(1)
  })

  test('invariant 4: a claim without an outcome is in doubt for a person, and never runs again by itself', async () => {
    const world = await begin()
    await world.hold({ key: 'letter' })
    await world.approve('chk-1')
    const { attempt } = await world.spend('chk-1')
    await world.run(doubtAttempt, { attempt: attempt.id })
    expect(await world.job()).toMatchObject({ status: 'in_doubt' })
    expect(await world.events('attempt_ended')).toMatchObject([{ data: { status: 'in_doubt' } }])
    expect(await world.ask({ key: 'letter' })).toMatchObject({ status: 'ran', attempt: { status: 'in_doubt' } })
    await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'already_spent' })
    await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({ code: 'job_in_doubt' })
    const retake = { tenant: LOCAL, attempt: attempt.id, by: SCOUT, from: attempt.session, session: 'session-2' }
    await expect(world.run(retakeAttempt, retake)).rejects.toMatchObject({ code: 'still_running' })
    const settle = { attempt: attempt.id, status: 'succeeded', reason: 'Bob has it.' } as const
    await expect(world.run(settleAttempt, { ...settle, by: SCOUT })).rejects.toMatchObject({ code: 'actor_not_human' })
    await world.run(settleAttempt, { ...settle, by: ROB })
    expect(await world.job()).toMatchObject({ status: 'running' })
  })

  test('invariant 4: only what its target takes our key for may be taken over', async () => {
    const world = await begin()
    for (const idempotent of [true, false]) {
      const attempt = AttemptId.parse(`att-${idempotent}`)
      await world.ask({ tool: 'look', key: String(idempotent), claim: { attempt, idempotent } })
    }
    const retake = (attempt: string) =>
      world.run(retakeAttempt, {
        tenant: LOCAL,
        attempt: AttemptId.parse(attempt),
        by: SCOUT,
        from: 'session-1',
        session: 'session-2',
      })
    expect(await wordFor(retake('att-true'))).toBe('claimed')
    expect(await wordFor(retake('att-false'))).toBe('still_running')
  })

  test('invariant 8: a checkpoint that is resolved stays as it is, whoever tries what', async () => {
    const world = await begin()
    for (const status of CHECKPOINT_STATUSES.filter((one) => one !== 'pending')) {
      await resolveAs(world, status)
      const before = await world.checkpoint(status)
      expect(before.status).toBe(status)
      for (const review of ANSWERS) {
        const word = await wordFor(world.review(status, review, { by: EVE }))
        expect(word).toBe(status === 'expired' ? 'expired' : 'already_resolved')
      }
      expect(await world.expire(status)).toBe(status === 'expired')
      const [tenant, checkpoint, by] = [LOCAL, before.id, SCOUT]
      expect(await world.run(withdrawCheckpoint, { tenant, checkpoint, by, status: 'cancelled', reason: 'x' })).toBe(
        false,
      )
      const gate = aCall('send', { to: 'sue' })
      const revise = {
        tenant,
        job: before.job,
        checkpoint,
        by,
        gate,
        content: contentOf(gate),
        answers: [],
      }
      await expect(world.run(reviseCheckpoint, revise)).rejects.toMatchObject({ code: 'not_sent_back' })
      expect(await world.checkpoint(status)).toEqual(before)
    }
  })

  test('invariant 9: racing reviewers give one resolution, and the losers learn who won and when', async () => {
    const world = await begin()
    await world.hold()
    const answers: (readonly [Actor, Review])[] = [
      [ROB, APPROVE],
      [EVE, NO],
      [ADA, RESPOND],
      [ADA, APPROVE],
      [EVE, APPROVE],
    ]
    const results = await Promise.allSettled(answers.map(([by, review]) => world.review('chk-1', review, { by })))
    const lost = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
    expect(lost).toHaveLength(4)
    const { resolution, status } = await world.checkpoint('chk-1')
    const details = { by: resolution?.by.id, at: resolution?.at, status }
    for (const error of lost) expect(error).toMatchObject({ code: 'already_resolved', details })
    expect(await world.events('checkpoint_resolved')).toHaveLength(1)
  })

  test('invariant 10: what was rejected, expired or cancelled never resumes work', async () => {
    const world = await begin()
    for (const status of ['rejected', 'expired', 'cancelled', 'superseded'] as const) {
      await resolveAs(world, status)
      await expect(world.spend(status)).rejects.toMatchObject({ code: 'not_approved' })
    }
    expect(await world.events('attempt_claimed')).toEqual([])
  })

  test('invariant 10: work that only passes meets what holds when it is told, and not when it was approved', async () => {
    const world = await begin()
    await world.hold({ gate: THE_END, key: 'end', checkpoint: 'end' })
    await world.approve('end')
    expect(await world.takeUp('end')).toMatchObject({ attempt: null })
    await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'A leak.' })
    for (const again of [world.ask({ gate: THE_END, key: 'end' }), world.takeUp('end')]) {
      await expect(again).rejects.toMatchObject({ code: 'halted' })
    }
    await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: false, reason: 'Mended.' })
    expect(await world.ask({ gate: THE_END, key: 'end' })).toMatchObject({ checkpoint: { status: 'approved' } })
    await world.run(cancelJob, { tenant: LOCAL, job: JOB, by: ADA, reason: 'Enough.' })
    for (const again of [world.ask({ gate: THE_END, key: 'end' }), world.takeUp('end')]) {
      await expect(again).rejects.toMatchObject({ code: 'job_ended' })
    }
  })

  test('invariant 11: at the exact instant expiry wins, and the agent is told that nobody answered', async () => {
    const world = await begin()
    await world.hold({ ...DENY_IN_A_MINUTE, key: 'letter' })
    world.pass(60)
    await expect(world.approve('chk-1')).rejects.toMatchObject({ code: 'expired' })
    expect(await world.ask({ key: 'letter' })).toMatchObject({
      status: 'held',
      checkpoint: { status: 'expired', resolution: { answer: null, by: { kind: 'system' } } },
    })
    expect(await world.events('refusal_recorded')).toEqual([])
  })

  test.for([
    ['wait', 'pending', 'pending_review'],
    ['deny', 'expired', 'running'],
    ['park', 'expired', 'stopped'],
    ['escalate', 'pending', 'pending_review'],
    ['fallback', 'pending', 'pending_review'],
  ] as const)('invariant 11: silence is never a rejection: %s', async ([what, status, job]) => {
    const world = await begin()
    const on_timeout = what === 'escalate' || what === 'fallback' ? { do: what, to: ['ada'] } : { do: what }
    await world.hold({ terms: { timeout_seconds: 60, on_timeout } })
    world.pass(60)
    await world.expire('chk-1')
    expect(await world.checkpoint('chk-1')).toMatchObject({ status })
    expect(await world.job()).toMatchObject({ status: job })
    expect(await world.events('refusal_recorded')).toEqual([])
  })

  test('invariant 12: any change of the content makes a new revision and voids the votes', async () => {
    const world = await begin()
    const { content_hash } = await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    await world.review('chk-1', EDIT, { by: EVE })
    expect(await world.checkpoint('chk-1')).toMatchObject({ revision: 2, votes: [] })
    await expect(world.approve('chk-1', { content_hash })).rejects.toMatchObject({ code: 'stale_content' })

    await world.approve('chk-1')
    await world.review('chk-1', CHANGES, { by: ADA })
    const gate = aCall('send', { to: 'sue' })
    const [tenant, checkpoint, by] = [LOCAL, CHK, SCOUT]
    await world.run(reviseCheckpoint, {
      tenant,
      job: JOB,
      checkpoint,
      by,
      gate,
      content: contentOf(gate),
      answers: ANSWERED,
    })
    expect(await world.checkpoint('chk-1')).toMatchObject({ revision: 3, votes: [] })
    expect(await world.approve('chk-1')).toMatchObject({ status: 'pending', missing: 1 })
  })

  test('invariant 13: every decision is one commit with its event and its trace', async () => {
    const writes: Write[] = []
    const world = await aWorld({ open: async (clock) => recording(await open(clock), writes) })
    const decisions: (readonly [string, () => Promise<unknown>])[] = [
      ['gate_decided', () => world.ask({ tool: 'look', key: 'allowed' })],
      ['gate_decided', () => world.ask({ tool: 'wipe' })],
      ['checkpoint_opened', () => world.hold({ checkpoint: 'one' })],
      ['checkpoint_revised', () => world.review('one', EDIT)],
      ['checkpoint_resolved', () => world.review('one', { answer: 'approve', grant: { count: 1 } }, { by: EVE })],
      ['approval_spent', () => world.spend('one')],
      ['gate_decided', () => world.ask({ args: { to: 'all' } })],
      ['checkpoint_opened', () => world.hold({ checkpoint: 'two' })],
      ['checkpoint_resolved', () => world.review('two', NO)],
      ['refusal_repeated', () => world.ask()],
      ['gate_decided', () => world.ask({ gate: A_FAILURE })],
    ]
    for (const [type, decide] of decisions) {
      writes.length = 0
      await decide()
      expect(writes).toHaveLength(1)
      const event = writes[0]?.events.find((one) => one.type === type)
      expect(event?.type).toBe(type)
      const { decision, checkpoint } = { ...event?.data } as { decision?: Traced; checkpoint?: { decision: Traced } }
      const { trace = [] } = decision ?? checkpoint?.decision ?? {}
      expect(trace.length > 0).toBe(TRACED.has(type))
    }
  })

  test('invariant 13: a decision that could not be committed has not been made', async () => {
    const disk = { full: false }
    const world = await aWorld({ open: async (clock) => onDisk(await open(clock), disk) })
    await world.hold()
    const before = await world.checkpoint('chk-1')
    const log = (await world.events()).length
    disk.full = true
    await expect(world.approve('chk-1')).rejects.toThrow('The disk is full.')
    expect(await world.checkpoint('chk-1')).toEqual(before)
    expect((await world.events()).length).toBe(log)
  })

  test('invariant 14: unknown input, missing evidence and a missing reviewer never let anything pass', async () => {
    const world = await begin('standard')
    expect(() => parseGate({ kind: 'anything' })).toThrow('is not a kind of gate')
    expect(await world.ask({ tool: 'never heard of' })).toMatchObject({ status: 'held' })
    const unsure = parseGate({ kind: 'action', action: { kind: 'standard', name: 'x' }, confidence: 'very' })
    expect(await world.ask({ gate: unsure })).toMatchObject({ status: 'held' })
    await world.hold({ checkpoint: 'nobody', terms: { approvers: ['zoe'] } })
    for (const by of [ROB, EVE, ADA]) {
      await expect(world.approve('nobody', { by })).rejects.toMatchObject({ code: 'not_authorised' })
    }
    world.pass(1e9)
    await world.expire('nobody')
    expect(await world.checkpoint('nobody')).toMatchObject({ status: 'pending' })
  })

  test('invariant 14: deny beats allow in any order', async () => {
    const rules = [rule('s*', 'allow'), rule('send', 'deny'), rule('*', 'ask')]
    for (const order of [rules, rules.toReversed(), [rules[1], rules[2], rules[0]]]) {
      const world = await begin({ preset: 'jobs/full', rules: order })
      expect(await world.ask()).toMatchObject({ status: 'denied' })
    }
  })

  test('invariant 16: a child is bound by what each ancestor hands on, at every gate', async () => {
    const world = await begin({ ...SENDS_ARE_HELD, budget_usd: 5, delegable: { budget_usd: 1 } })
    const policy = { ...SENDS_ARE_HELD, budget_usd: 1 }
    await expect(
      world.start({ id: 'freer', parent: 'job-1', policy: { ...policy, budget_usd: 2 } }),
    ).rejects.toMatchObject({
      code: 'too_free',
    })
    await world.start({ id: 'child', parent: 'job-1', policy })
    await world.start({ id: 'grandchild', parent: 'child', policy })
    const spending = Gate.parse({ kind: 'tool', tool: 'look', args: {}, spent_usd: 0.7 })
    expect(await world.ask({ job: 'grandchild', gate: spending })).toMatchObject({ status: 'allowed' })
    await tightened(world, { ...SENDS_ARE_HELD, budget_usd: 5, delegable: { budget_usd: 0.5 } })
    expect(await world.ask({ job: 'job-1', gate: spending })).toMatchObject({ status: 'allowed' })
    expect(await world.ask({ job: 'grandchild', gate: spending })).toMatchObject({ status: 'held' })
  })

  test('invariant 17: nothing but a person decides, votes, settles, resumes or sets anything up', async () => {
    const world = await begin()
    await world.hold({ checkpoint: 'granted' })
    const { grant } = await world.review('granted', { answer: 'approve', grant: { count: 9 } })
    const attempt = AttemptId.parse('att')
    await world.hold({ args: { to: 'eve' }, checkpoint: 'chk-1' })
    await world.ask({ tool: 'look', key: 'k', claim: { attempt } })
    await world.run(doubtAttempt, { attempt })
    for (const kind of ACTOR_KINDS.filter((one) => one !== 'person')) {
      const by: Actor = { kind, id: 'ada' }
      const who = aPerson({ id: PersonId.parse('mallory') })
      const tries = [
        ...ANSWERS.map((review) => world.review('chk-1', review, { by })),
        world.run(settleAttempt, { attempt, by, status: 'succeeded', reason: 'x' }),
        world.run(resumeJob, { job: JOB, by, reason: 'x' }),
        world.run(revokeGrant, { grant: GrantId.parse(grant), by }),
        world.run(setKillSwitch, { by, scope: { of: 'all' }, on: false, reason: 'x' }),
        world.run(setSolo, { by, solo: true }),
        world.run(enrolPerson, { by, person: who, change: false }),
        world.run(revokePerson, { by, person: PersonId.parse('rob') }),
        world.run(registerPasskey, { by, passkey: aPasskey(), step_up: aProof({ do: 'add_passkey' }) }),
      ]
      const said = await Promise.all(tries.map(wordOf))
      expect(said).toEqual(said.map(() => 'actor_not_human'))
    }
    expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending', votes: [], remarks: [], revision: 1 })
    expect(await world.events('access_denied')).toHaveLength(4 * ANSWERS.length)
  })

  test('invariant 17: agents may only tighten', async () => {
    const world = await begin()
    const change = (document: object, by: Actor) =>
      world.run(changePolicy, { job: JOB, by, tenant: LOCAL, policy: aPolicy(document) })
    for (const kind of ['agent', 'assistant', 'service', 'system'] as const) {
      const by: Actor = { kind, id: 'ada' }
      await expect(change({ ...SENDS_ARE_HELD, budget_usd: 9 }, by)).rejects.toMatchObject({ code: 'may_only_tighten' })
      await expect(change({ ...SENDS_ARE_HELD, delegable: { budget_usd: 9 } }, by)).rejects.toMatchObject({
        code: 'may_only_tighten',
      })
    }
    await change({ ...SENDS_ARE_HELD, budget_usd: 0.1 }, SCOUT)
  })

  test('invariant 18: whoever started the job or changed the content does not count', async () => {
    const world = await begin()
    await world.start({ id: 'robs', by: ROB })
    await world.start({ id: 'child', parent: 'robs' })
    for (const job of ['robs', 'child']) {
      await world.hold({ job, checkpoint: job })
      await expect(world.approve(job)).rejects.toMatchObject({ code: 'self_approval' })
    }
    await world.review('robs', EDIT, { by: EVE })
    await expect(world.approve('robs', { by: EVE })).rejects.toMatchObject({ code: 'self_approval' })
    expect(await world.approve('robs', { by: ADA })).toMatchObject({ status: 'approved' })
  })

  test('invariant 18: whoever starts the job again has a part in it as well', async () => {
    const world = await begin()
    const again = (by: Actor) => world.start({ id: 'again', key: 'standing', by })
    await world.start({ id: 'standing', key: 'standing', by: EVE })
    await world.start({ id: 'child', parent: 'standing' })
    await world.hold({ job: 'standing', checkpoint: 'early', terms: { quorum: 2 } })
    await world.approve('early')
    expect([await again(ROB), await again(ROB), await again(SCOUT)]).toMatchObject(
      [1, 2, 3].map(() => ({ id: 'standing', started_by: EVE, joined_by: ['rob'] })),
    )
    expect(await world.events('job_joined')).toMatchObject([{ job: 'standing', actor: ROB, data: { person: 'rob' } }])
    for (const job of ['standing', 'child']) {
      await world.hold({ job, checkpoint: job, args: { to: job } })
      for (const by of [ROB, EVE]) {
        await expect(world.approve(job, { by })).rejects.toMatchObject({ code: 'self_approval' })
      }
      expect(await world.approve(job, { by: ADA })).toMatchObject({ status: 'approved' })
    }
    // The yes of before counts no more either: by now it is their own work.
    expect(await world.approve('early', { by: ADA })).toMatchObject({ status: 'pending', missing: 1 })
  })

  test('invariant 18: working alone is a setting that somebody made', async () => {
    const world = await begin()
    await world.start({ id: 'adas', by: ADA })
    await world.hold({ job: 'adas' })
    await expect(world.approve('chk-1', { by: ADA })).rejects.toMatchObject({ code: 'self_approval' })
    await world.run(setSolo, { by: ADA, solo: true })
    expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved' })
    expect(await world.events('setting_changed')).toMatchObject([
      { data: { solo: false } },
      { actor: ADA, data: { solo: true } },
    ])
  })

  test('invariant 19: a quorum counts different people who may decide now, on the same content', async () => {
    const world = await begin()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1')
    expect(await world.approve('chk-1')).toMatchObject({ status: 'pending', missing: 1 })
    await world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') })
    expect(await world.approve('chk-1', { by: EVE })).toMatchObject({ status: 'pending', missing: 1 })
    expect(await world.approve('chk-1', { by: ADA })).toMatchObject({ status: 'approved' })
  })

  test('invariant 20: what can not be undone needs a fresh proof for the same checkpoint and content, unless somebody works alone', async () => {
    const world = await begin()
    const { content_hash } = await world.hold({ terms: { irreversible: true } })
    const wanted = { do: 'answer', checkpoint: CHK, content_hash } as const
    const fresh = aProof(wanted, { at: world.at(0) })
    const unfit = [
      null,
      aProof(wanted, { at: world.at(-301) }),
      aProof(wanted, { at: world.at(1) }),
      aProof({ ...wanted, content_hash: contentHash({ tool: 'send', args: { to: 'eve' } }) }, { at: world.at(0) }),
      aProof({ ...wanted, checkpoint: CheckpointId.parse('chk-2') }, { at: world.at(0) }),
      aProof({ do: 'add_passkey' }, { at: world.at(0) }),
      { ...fresh, kind: 'passkey', passkey: aPasskey().id } as const,
    ]
    for (const step_up of unfit) expect(await wordFor(world.approve('chk-1', { step_up }))).toBe('step_up_needed')
    expect(await wordFor(world.approve('chk-1', { step_up: fresh }))).toBe('approved')
    const [voted] = await world.events('checkpoint_voted')
    expect(voted).toMatchObject({ data: { vote: { step_up: { kind: 'code', at: world.at(0) } } } })

    await world.hold({ checkpoint: 'chk-2', terms: { irreversible: true } })
    await world.run(setSolo, { by: ADA, solo: true })
    expect(await wordFor(world.approve('chk-2'))).toBe('approved')
  })

  test('invariant 20: nobody who has only a sign-in adds a passkey that would prove presence later', async () => {
    const world = await begin()
    const add = (step_up: Proof | null) =>
      world.run(registerPasskey, { by: ROB, passkey: aPasskey(), step_up }).then(
        () => 'added',
        (error: { code?: string }) => error.code,
      )
    expect(await add(null)).toBe('step_up_needed')
    expect(await add(aProof({ do: 'add_passkey' }, { at: world.at(-301) }))).toBe('step_up_needed')
    expect(await add(aProof({ do: 'add_passkey' }, { at: world.at(0) }))).toBe('added')
  })

  test('invariant 21: over a limit is held or stopped, and a cut report leaves the count whole', async () => {
    const world = await begin({ preset: 'jobs/full', budget_usd: 1 })
    const spending = (spent_usd: number) => Gate.parse({ kind: 'tool', tool: 'look', args: {}, spent_usd })
    expect(await world.ask({ gate: spending(1) })).toMatchObject({ status: 'allowed' })
    expect(await world.ask({ gate: spending(1.01) })).toMatchObject({ status: 'held' })

    const warnings = ['one', 'two', 'three', 'four', 'five']
    const step = Gate.parse({ kind: 'step', phase: 'build', status: 'warning', warnings })
    const limits = { max_total_warnings: 3, on_limit_reached: 'truncate' }
    await world.start({ id: 'cut', policy: { preset: 'jobs/full', limits } })
    const cut = await world.ask({ job: 'cut', gate: step })
    expect(cut).toMatchObject({ status: 'allowed', decision: { truncated: true, totals: { warnings: 5 } } })
    expect(cut.status === 'allowed' && cut.decision.collected?.warnings.length).toBeLessThan(5)
    await world.start({ id: 'full', policy: { preset: 'jobs/full', limits: { ...limits, on_limit_reached: 'stop' } } })
    expect(await world.ask({ job: 'full', gate: step })).toMatchObject({ status: 'stopped' })
  })

  test('invariant 29: the log is a signed chain in which a changed, removed or moved entry is found', async () => {
    const world = await begin()
    await world.hold()
    await world.approve('chk-1')
    const verify = (store: Pick<Store, 'entries' | 'links' | 'keys'>) => verifyChain(store, { tenant: LOCAL })
    expect(await verify(world.store)).toMatchObject({ ok: true, events: (await world.events()).length })
    const tampered = (change: (entries: readonly LogEntry[]) => readonly LogEntry[]) => ({
      entries: async (query: Parameters<Store['entries']>[0]) => change(await world.store.entries(query)),
      links: world.store.links.bind(world.store),
      keys: world.store.keys.bind(world.store),
    })
    const swap = ([a, b, ...rest]: readonly LogEntry[]) =>
      a && b ? [{ ...b, seq: a.seq }, { ...a, seq: b.seq }, ...rest] : []
    const changed = (entries: readonly LogEntry[]) =>
      entries.map((entry) => ({ ...entry, data: entry.data.replace('"approved"', '"rejected"') }))
    for (const change of [swap, changed, (entries: readonly LogEntry[]) => entries.slice(1)]) {
      expect(await verify(tampered(change))).toMatchObject({ ok: false })
    }
    // A whole commit that is gone with its link leaves a link behind that follows nothing.
    const [, gone] = await world.store.links({ tenant: LOCAL, limit: 10 })
    const isLeft = (seq: number) => gone !== undefined && (seq < gone.first || seq > gone.last)
    const without = {
      ...tampered((entries) => entries.filter(({ seq }) => isLeft(seq))),
      links: async (query: Parameters<Store['links']>[0]) =>
        (await world.store.links(query)).filter(({ first }) => isLeft(first)),
    }
    expect(await verify(without)).toMatchObject({ ok: false })
  })

  test('invariant 30: sequence numbers give the order, also when the clock goes back', async () => {
    const world = await begin()
    await world.hold()
    world.pass(-3600)
    await world.approve('chk-1')
    world.pass(7200)
    await world.spend('chk-1')
    const log = await world.events()
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1))
    expect(log.slice(-5).map(({ type }) => type)).toEqual([
      'checkpoint_opened',
      'checkpoint_voted',
      'checkpoint_resolved',
      'approval_spent',
      'attempt_claimed',
    ])
    expect(log.map(({ at }) => at)).toEqual(log.map(({ at }) => at).toSorted())
  })

  test('invariant 33: no secret reaches the log, the rows, the notices or an error', async () => {
    const world = await begin()
    await world.hold()
    const attempt = AttemptId.parse('att')
    await world.ask({ tool: 'look', key: 'k', claim: { attempt } })
    const [tenant, by, reason] = [LOCAL, SCOUT, `It is ${A_SECRET}`]
    const gate = aCall('send', { [A_SECRET]: 1 })
    await world.review('chk-1', CHANGES)
    const tries = [
      world.ask({ args: { deep: [{ token: A_SECRET }] } }),
      world.ask({ args: { deep: { [A_SECRET]: 1 } } }),
      world.ask({ title: A_SECRET }),
      world.start({ id: 'job-2', input: [A_SECRET] }),
      world.start({ id: 'job-2', policy: { rules: [{ ...rule('x', 'ask'), because: A_SECRET }] } }),
      ...ANSWERS.filter(({ answer }) => answer !== 'approve').map((review) =>
        world.review('chk-1', { ...review, reason, value: reason, args: { a: reason } } as unknown as Review),
      ),
      world.run(reviseCheckpoint, {
        tenant,
        job: JOB,
        checkpoint: CHK,
        by,
        gate,
        content: contentOf(gate),
        answers: ANSWERED,
      }),
      world.run(answerRemarks, {
        tenant,
        checkpoint: CHK,
        job: JOB,
        by,
        answers: [{ number: 1, did: 'fixed', text: A_SECRET }],
      }),
      world.run(recordAttempt, { tenant, attempt, by, session: 'session-1', status: 'failed', outcome: { reason } }),
      world.run(recordCall, {
        tenant,
        job: JOB,
        by,
        of: 'step',
        call: { name: 'x', nth: 1, question: 'q' },
        outcome: { ok: false, error: reason },
      }),
      world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason }),
      world.run(withdrawCheckpoint, { tenant, checkpoint: CHK, by, status: 'cancelled', reason }),
      world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason }),
    ]
    for (const error of await Promise.all(tries.map((tried) => tried.catch((thrown) => thrown)))) {
      expect(['literal_secret', 'sent_back', 'answer_not_allowed']).toContain(error?.code)
      expect(JSON.stringify([error.message, error.problems, error.details])).not.toContain(A_SECRET)
    }
    const everything = [
      await world.store.entries({ limit: 1000 }),
      await world.store.dueEffects(1000),
      await world.checkpoint('chk-1'),
    ]
    expect(JSON.stringify(everything)).not.toContain(A_SECRET)
    expect(await world.hold({ args: { token: { $secret: 'MAIL' } }, checkpoint: 'ref' })).toMatchObject({
      content: { args: { token: { $secret: 'MAIL' } } },
      content_hash: contentHash({ tool: 'send', args: { token: { $secret: 'MAIL' } } }),
    })
  })

  test('invariant 33: nor does one that a caller chose as an id, a name or a key', async () => {
    const world = await begin()
    const person = { kind: 'person', id: A_SECRET } as const
    const scopes: readonly HaltScope[] = [
      { of: 'agent', agent: A_SECRET },
      { of: 'tenant', tenant: A_SECRET },
    ]
    const bearers = [
      { kind: 'agent', agent: A_SECRET, tenant: LOCAL, job: null },
      { kind: 'service', name: A_SECRET, tenant: LOCAL },
      { kind: 'service', name: 'ci', tenant: TenantId.parse(A_SECRET) },
    ] as const
    const token = {
      id: TokenId.parse('tok'),
      hash: 'h',
      issued_by: ADA,
      issued_at: '',
      expires_at: null,
      revoked_at: null,
    }
    await world.start({ id: 'job-known', key: 'known' })
    const tries = [
      world.ask({ checkpoint: A_SECRET }),
      world.ask({ key: A_SECRET }),
      world.ask({ terms: { approvers: [A_SECRET] } }),
      world.ask({ terms: { timeout_seconds: 9, on_timeout: { do: 'escalate', to: [A_SECRET] } } }),
      world.start({ id: 'job-2', agent: A_SECRET }),
      world.start({ id: 'job-2', key: A_SECRET }),
      world.start({ id: 'job-2', by: person }),
      world.start({ id: 'job-2', started_by: person }),
      world.start({ id: 'job-2', key: 'known', started_by: person }),
      world.start({ id: 'job-2', program: { name: A_SECRET, version: '1' } }),
      world.run(enrolPerson, { by: ADA, change: false, person: aPerson({ id: PersonId.parse(A_SECRET) }) }),
      world.run(enrolPerson, {
        by: ADA,
        change: false,
        person: aPerson({ id: PersonId.parse('ole'), tenants: [TenantId.parse(A_SECRET)] }),
      }),
      ...scopes.map((scope) => world.run(setKillSwitch, { by: ADA, scope, on: true, reason: 'x' })),
      ...bearers.map((bearer) => world.run(issueToken, { by: ADA, token: { ...token, bearer } })),
    ]
    for (const error of await Promise.all(tries.map((tried) => tried.catch((thrown) => thrown)))) {
      expect(error).toMatchObject({ code: 'literal_secret' })
      expect(JSON.stringify([error.message, error.problems, error.details])).not.toContain(A_SECRET)
    }
    expect(JSON.stringify(await world.store.entries({ limit: 1000 }))).not.toContain(A_SECRET)
  })

  test('invariant 34: a tenant reaches nothing of another, and does not learn what there is', async () => {
    const world = await begin()
    const attempt = AttemptId.parse('att')
    await world.run(enrolPerson, {
      by: ADA,
      change: false,
      person: aPerson({ id: PersonId.parse('ole'), tenants: [OTHER] }),
    })
    await world.hold({ checkpoint: 'granted' })
    const { grant } = await world.review('granted', { answer: 'approve', grant: { count: 9 } })
    await world.hold({ args: { to: 'eve' }, checkpoint: 'chk-1' })
    await world.ask({ tool: 'look', key: 'k', claim: { attempt } })
    const log = (await world.events()).length

    const ole = person('ole')
    const foreign = (given: Partial<Record<'job' | 'checkpoint' | 'attempt' | 'grant', string>> = {}) => {
      const job = JobId.parse(given.job ?? 'job-1')
      const checkpoint = CheckpointId.parse(given.checkpoint ?? 'chk-1')
      const [tenant, by, hash] = [OTHER, SCOUT, contentHash({})]
      const gate = aCall()
      const end = { status: 'completed', reason: 'x', outcome: null } as const
      const id = AttemptId.parse(given.attempt ?? 'att')
      return [
        world.review(checkpoint, APPROVE, { by: ole, content_hash: hash }),
        world.run(cancelJob, { job, by: ole, tenant: null, reason: 'x' }),
        world.run(changePolicy, { job, by: ole, tenant: null, policy: aPolicy() }),
        world.run(resumeJob, { job, by: ole, reason: 'x' }),
        world.run(settleAttempt, { attempt: id, by: ole, status: 'succeeded', reason: 'x' }),
        world.run(revokeGrant, { grant: GrantId.parse(given.grant ?? grant), by: ole }),
        world.ask({ tenant, job }),
        world.spend(checkpoint, { tenant, content_hash: hash }),
        world.run(cancelJob, { job, by, tenant, reason: 'x' }),
        world.run(changePolicy, { job, by, tenant, policy: aPolicy() }),
        world.run(endJob, { tenant, job, by, ...end }),
        world.run(recordCall, {
          tenant,
          job,
          by,
          of: 'step',
          call: { name: 'x', nth: 1, question: 'q' },
          outcome: { ok: true, value: 1 },
        }),
        world.run(withdrawCheckpoint, { tenant, checkpoint, by, status: 'cancelled', reason: 'x' }),
        world.run(answerRemarks, { tenant, checkpoint, job, by, answers: [] }),
        world.run(reviseCheckpoint, { tenant, job, checkpoint, by, gate, content: contentOf(gate), answers: [] }),
        world.run(recordAttempt, { tenant, attempt: id, by, session: 'session-1', status: 'failed', outcome: 1 }),
        world.run(retakeAttempt, { tenant, attempt: id, by, from: 'session-1', session: 's' }),
        world.start({ id: 'child', tenant, parent: job }),
      ]
    }
    const said = (tries: readonly Promise<unknown>[]) =>
      Promise.all(
        tries.map((tried) =>
          tried.then(
            () => 'done',
            ({ code, message }) => `${code}: ${message}`,
          ),
        ),
      )
    const there = await said(foreign())
    const absent = await said(foreign({ job: 'none', checkpoint: 'none', attempt: 'none', grant: 'none' }))
    expect(there.map((text) => text.replace(/(job|checkpoint|attempt|grant) [\w-]+/, '$1 …'))).toEqual(
      absent.map((text) => text.replace(/(job|checkpoint|attempt|grant) none/, '$1 …')),
    )
    for (const text of there) expect(text).toMatch(/^not_found: /)
    expect((await world.events()).length).toBe(log)

    await world.start({ id: 'theirs', tenant: OTHER })
    expect(await world.ask({ tenant: OTHER, job: 'theirs', key: 'k' })).toMatchObject({ status: 'held' })
    const theirs = await world.store.events({ tenant: OTHER, limit: 1000 })
    expect(new Set(theirs.map(({ job }) => job))).toEqual(new Set(['theirs']))
  })
})

test('invariant 8: jobs and checkpoints move only along the declared graph', () => {
  const event = eventMaker({ tenant: LOCAL, actor: SCOUT, now: NOON, job: JOB, checkpoint: CHK })
  for (const from of JOB_STATUSES) {
    for (const to of JOB_STATUSES) {
      const move = () => apply((() => aJob({ status: from })) as never, event('job_moved', { to, reason: '' }))
      expect(throws(move)).toBe(!JOB_MOVES[from].includes(to))
    }
  }
  const resolution = { answer: null, by: SCOUT, at: '', reason: null, grant: null } as const
  const vote = { by: PersonId.parse('rob'), at: '', content_hash: '' }
  for (const status of CHECKPOINT_STATUSES.filter((one) => one !== 'pending')) {
    const look = ((table: string) => (table === 'jobs' ? aJob() : aCheckpoint({ status }))) as never
    const events = [
      event('checkpoint_resolved', { status: 'approved', resolution }),
      event('checkpoint_voted', { vote }),
      event('checkpoint_overdue', { did: 'wait', approvers: [], deadline: null }),
    ]
    for (const one of events) expect(() => apply(look, one)).toThrow('which is final')
  }
})

test('invariant 15: tightening any axis never turns a hold into a pass', async () => {
  const dice = fc.array(fc.nat(30), { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(question(1), dice, async ({ gate, policies: [policy] }, rolls) => {
      if (policy === undefined) return
      const world = await aWorld({ policy: { preset: 'jobs/full' } })
      const id = JobId.parse('loose')
      await world.start({ id })
      await world.run(changePolicy, { job: id, by: ADA, tenant: null, policy })
      const before = await wordFor(world.ask({ gate, job: id }))
      fc.pre(before !== 'allowed')
      for (const axis of tightenableFor(gate.kind)) {
        await world.start({ id: axis })
        const tighter = tighten(policy, axis, rolls)
        await world.run(changePolicy, { job: JobId.parse(axis), by: ADA, tenant: null, policy: tighter })
        expect(await wordFor(world.ask({ gate, job: axis }))).not.toBe('allowed')
      }
    }),
    storedRuns(15),
  )
})

interface Traced {
  readonly trace: readonly unknown[]
}

/** Kinds of event that hold a decision of the policy. */
const TRACED = new Set(['gate_decided', 'checkpoint_opened', 'checkpoint_revised', 'approval_spent'])

function throws(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch {
    return true
  }
}

function wordOf(tried: Promise<unknown>): Promise<string> {
  return wordFor(tried.then(() => ({ status: 'done' })))
}

/** A checkpoint of the same name as the status that it ends in. */
async function resolveAs(world: World, status: string): Promise<void> {
  const job = `job-of-${status}`
  await world.start({ id: job })
  const { id } = await world.hold({ job, checkpoint: status, args: { to: status }, ...DENY_IN_A_MINUTE })
  const withdraw = (to: 'cancelled' | 'superseded') =>
    world.run(withdrawCheckpoint, { tenant: LOCAL, checkpoint: id, by: SCOUT, status: to, reason: 'Never mind.' })
  if (status === 'approved') await world.approve(id)
  if (status === 'answered') await world.review(id, RESPOND)
  if (status === 'rejected') await world.review(id, NO)
  if (status === 'expired') {
    world.pass(60)
    await world.expire(id)
  }
  if (status === 'cancelled' || status === 'superseded') await withdraw(status)
}

/** The same store; what is appended is noted down. */
function recording(store: Store, writes: Write[]): Store {
  return over(store, {
    append: (write) => {
      writes.push(write)
      return store.append(write)
    },
  })
}

/** The same store on a disk that may be full. */
function onDisk(store: Store, disk: { readonly full: boolean }): Store {
  return over(store, {
    append: (write) => (disk.full ? Promise.reject(new Error('The disk is full.')) : store.append(write)),
  })
}

function over(store: Store, changed: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const own = changed[name as keyof Store] ?? target[name as keyof Store]
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
