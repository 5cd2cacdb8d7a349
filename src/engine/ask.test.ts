import { describe, expect, test } from 'vitest'
import type { ReviewTermsInput } from '../model/checkpoint.ts'
import { Gate, type GateInput } from '../model/gate.ts'
import { CheckpointId, GrantId, LOCAL, PersonId, TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { JOB_LIMITS } from '../model/job-limits.ts'
import type { Person } from '../model/person.ts'
import {
  A_FAILURE,
  A_SECRET,
  ADA,
  aCall,
  aPerson,
  aPolicy,
  EVE,
  ROB,
  rule,
  SCOUT,
  THE_END,
} from '../testing/builders.ts'
import { aWrite } from '../testing/store-rows.ts'
import { aWorld, type World } from '../testing/world.ts'
import { changePolicy } from './change-policy.ts'
import { changeSecrets } from './change-secrets.ts'
import { seal } from './content-hash.ts'
import { contentOf } from './content-of.ts'
import { endJob } from './end-job.ts'
import { enrolPerson } from './enrol-person.ts'
import type { Versioned } from './ports.ts'
import { recordAttempt } from './record-attempt.ts'
import { reviseCheckpoint } from './revise-checkpoint.ts'
import { revokeGrant } from './revoke-grant.ts'
import { revokePerson } from './revoke-person.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { setSolo } from './set-solo.ts'

test('what the policy allows goes on, and the decision is recorded with its trace', async () => {
  const world = await aWorld()
  const asked = await world.ask({ tool: 'look' })
  expect(asked).toMatchObject({ status: 'allowed', attempt: null, permit: { by: 'policy' } })
  const [event] = await world.events('gate_decided')
  expect(event).toMatchObject({ job: 'job-1', actor: SCOUT, data: { decision: { verdict: 'allow' }, kind: 'tool' } })
  expect(event?.data.decision.trace.length).toBeGreaterThan(0)
})

test('a call with a key is claimed in the same commit as its decision', async () => {
  const world = await aWorld()
  const asked = await world.ask({ tool: 'look', key: 'first look', claim: { session: 's-7', idempotent: true } })
  expect(asked).toMatchObject({
    status: 'allowed',
    attempt: { status: 'claimed', key: 'first look', session: 's-7', idempotent: true, job: 'job-1', tenant: LOCAL },
  })
  expect((await world.events()).slice(-2).map(({ type }) => type)).toEqual(['gate_decided', 'attempt_claimed'])
})

test('what nobody will record is released instead of claimed', async () => {
  const world = await aWorld()
  const asked = await world.ask({ tool: 'look', key: 'k', claim: { recorded: false } })
  expect(asked).toMatchObject({ attempt: { status: 'released' } })
})

test('what only passes is not claimed, with a key or without', async () => {
  const world = await aWorld({ policy: { preset: 'jobs/full' } })
  expect(await world.ask({ gate: THE_END, key: 'end' })).toMatchObject({ status: 'allowed', attempt: null })
})

test('what the policy asks about is held, and its job waits', async () => {
  const world = await aWorld()
  const asked = await world.ask({ key: 'letter', terms: { timeout_seconds: 60 } })
  expect(asked).toMatchObject({
    status: 'held',
    checkpoint: {
      id: 'chk-1',
      status: 'pending',
      revision: 1,
      key: 'letter',
      job: 'job-1',
      agent: 'scout',
      content: { tool: 'send', args: { to: 'bob' } },
      deadline: world.at(60),
      requested_by: SCOUT,
      decision: { verdict: 'ask' },
      votes: [],
      spent_at: null,
    },
  })
  expect(await world.job()).toMatchObject({ status: 'pending_review', held: ['chk-1'] })
})

test('what the agent that comes with the product asks is marked so, and nothing else is', async () => {
  const world = await aWorld()
  expect(await world.hold({ demo: true })).toMatchObject({ demo: true })
  expect(await world.hold({ args: { to: 'eve' } })).not.toHaveProperty('demo')
})

test('without a timeout there is no deadline', async () => {
  const world = await aWorld()
  expect(await world.hold()).toMatchObject({ deadline: null })
})

test('a job may hold several checkpoints and goes on after the last', async () => {
  const world = await aWorld()
  await world.hold({ args: { to: 'bob' } })
  await world.hold({ args: { to: 'eve' } })
  await world.approve('chk-1')
  expect(await world.job()).toMatchObject({ status: 'pending_review', held: ['chk-2'] })
  await world.approve('chk-2')
  expect(await world.job()).toMatchObject({ status: 'running', held: [] })
})

test('invariant 21: a job waits for people at a thousand gates, and at no more until one is answered', async () => {
  const world = await aWorld()
  const { row, version } = (await world.store.get('jobs', 'job-1')) as Versioned<Job>
  const held = Array.from({ length: JOB_LIMITS.held - 1 }, (_, at) => CheckpointId.parse(`earlier-${at}`))
  await world.store.append(aWrite({ rows: [{ table: 'jobs', id: 'job-1', version, row: { ...row, held } }] }))
  await world.hold({ checkpoint: 'last' })
  const asked = world.ask({ args: { to: 'eve' } })
  await expect(asked).rejects.toMatchObject({ code: 'too_many_holds', details: { most: '1000' } })
  // Nothing is let through or lost for it.
  expect(await world.events('checkpoint_opened')).toHaveLength(1)
  expect(await world.ask({ tool: 'read' })).toMatchObject({ status: 'allowed' })
  await world.review('last', { answer: 'reject', reason: 'No.' })
  expect(await world.ask({ args: { to: 'eve' } })).toMatchObject({ status: 'held' })
})

test('a gate that is no call is held with its question as content', async () => {
  const world = await aWorld()
  expect(await world.hold({ gate: THE_END })).toMatchObject({ content: { gate: { kind: 'completion' } } })
})

test('a verdict of stop stops the job until a person resumes it', async () => {
  const world = await aWorld()
  expect(await world.ask({ gate: A_FAILURE })).toMatchObject({
    status: 'stopped',
    decision: { verdict: 'stop' },
    times: 1,
  })
  expect(await world.job()).toMatchObject({ status: 'stopped' })
  await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({ code: 'job_stopped', details: { job: 'job-1' } })
})

test('a job that is stopped has not ended', async () => {
  const world = await aWorld()
  await world.ask({ gate: A_FAILURE })
  expect(await world.job()).toMatchObject({ ended_at: null, outcome: null })
})

test('whoever works for a job that has ended asks nothing more', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  const parent = {
    tenant: LOCAL,
    job: (await world.job()).id,
    by: SCOUT,
    status: 'failed',
    reason: 'It broke.',
  } as const
  await world.run(endJob, { ...parent, outcome: null })
  await expect(world.ask({ tool: 'look', job: 'child' })).rejects.toMatchObject({
    code: 'halted',
    message: 'Job job-1, which this one works for, has ended.',
  })
})

test('whoever works for a job that is stopped asks nothing more until that goes on', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.ask({ gate: A_FAILURE })
  await expect(world.ask({ tool: 'look', job: 'child' })).rejects.toMatchObject({
    code: 'halted',
    message: 'Job job-1, which this one works for, is stopped until a person resumes it.',
  })
})

test('a job that has ended asks nothing more', async () => {
  const world = await aWorld()
  await world.run(endJob, {
    tenant: LOCAL,
    job: (await world.job()).id,
    by: SCOUT,
    status: 'completed',
    reason: 'Done.',
    outcome: null,
  })
  await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({
    code: 'job_ended',
    message: expect.stringMatching(/^Job job-1 is completed, .* under another key\.$/),
  })
})

test('an unknown job and a job of another tenant are the same to whoever asks', async () => {
  const world = await aWorld()
  const unknown = await world.ask({ job: 'job-9' }).catch((error) => error.message.replace('job-9', '…'))
  const foreign = await world
    .ask({ tenant: TenantId.parse('other') })
    .catch((error) => error.message.replace('job-1', '…'))
  expect(unknown).toBe('There is no job …, or it is not yours to see.')
  expect(foreign).toBe(unknown)
})

describe('under a key', () => {
  test('nothing is named by what the policy let pass or denied, as long as nothing was held or run', async () => {
    const world = await aWorld()
    const step = Gate.parse({ kind: 'phase', phase: 'tactical', number: 2 } satisfies GateInput)
    expect(await world.ask({ gate: step, key: 'passed' })).toMatchObject({ status: 'allowed', attempt: null })
    expect(await world.ask({ tool: 'wipe', key: 'denied' })).toMatchObject({ status: 'denied' })
    for (const key of ['passed', 'denied']) {
      expect(await world.ask({ tool: 'look', key })).toMatchObject({ status: 'allowed', attempt: { key } })
      await expect(world.ask({ tool: 'peek', key })).rejects.toMatchObject({ code: 'key_reused' })
    }
  })

  test('the same question again re-attaches to what is held, and writes nothing', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter' })
    const before = (await world.events()).length
    expect(await world.ask({ key: 'letter' })).toMatchObject({ status: 'held', checkpoint: { id: 'chk-1' } })
    expect((await world.events()).length).toBe(before)
  })

  test('the same question again is told what ran', async () => {
    const world = await aWorld()
    await world.ask({ tool: 'look', key: 'k' })
    expect(await world.ask({ tool: 'look', key: 'k' })).toMatchObject({
      status: 'ran',
      attempt: { id: 'att-1', status: 'claimed' },
    })
  })

  test('after the approval is spent it is told of the attempt', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter' })
    await world.approve('chk-1')
    const { attempt } = await world.spend('chk-1')
    expect(await world.ask({ key: 'letter' })).toEqual({ status: 'ran', attempt })
  })

  test('after an edit the agent re-attaches with what it asked itself', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter', args: { to: 'bob' } })
    await world.review('chk-1', { answer: 'edit', args: { to: 'all' } })
    const again = await world.ask({ key: 'letter', args: { to: 'bob' } })
    expect(again).toMatchObject({ status: 'held', checkpoint: { revision: 2, content: { args: { to: 'all' } } } })
    await expect(world.ask({ key: 'letter', args: { to: 'all' } })).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('after its own revision it re-attaches with the new content alone', async () => {
    const world = await aWorld()
    const held = await world.hold({ key: 'letter' })
    await world.review('chk-1', { answer: 'request_changes', reason: 'Not to Bob.' })
    const gate = world.question({ args: { to: 'sue' } }).gate
    await world.run(reviseCheckpoint, {
      tenant: LOCAL,
      job: held.job,
      checkpoint: held.id,
      by: SCOUT,
      gate,
      content: contentOf(gate),
      answers: [{ number: 1, did: 'fixed', text: 'To Sue.' }],
    })
    expect(await world.ask({ key: 'letter', args: { to: 'sue' } })).toMatchObject({ status: 'held' })
    await expect(world.ask({ key: 'letter' })).rejects.toMatchObject({
      code: 'key_reused',
      message: expect.stringMatching(/Checkpoint chk-\d+ is at revision 2 by now: ask with what that brought/),
      details: { checkpoint: expect.stringMatching(/^chk-/) },
    })
  })

  test('another question is refused, whether the first was held or ran', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter' })
    await world.ask({ tool: 'look', key: 'k' })
    await expect(world.ask({ key: 'letter', args: { to: 'eve' } })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(world.ask({ tool: 'peek', key: 'k' })).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('the same key of another job is another key', async () => {
    const world = await aWorld()
    await world.start({ id: 'job-2' })
    await world.hold({ key: 'letter' })
    expect(await world.ask({ key: 'letter', job: 'job-2' })).toMatchObject({
      status: 'held',
      checkpoint: { id: 'chk-2' },
    })
  })

  test('a friendlier title is still the same question', async () => {
    const world = await aWorld()
    await world.hold({ key: 'letter', title: 'Send it' })
    expect(await world.ask({ key: 'letter', title: 'Please, please send it' })).toMatchObject({
      checkpoint: { id: 'chk-1' },
    })
  })

  test("a question without one is nobody else's, however they call theirs", async () => {
    const world = await aWorld()
    for (const key of ['null', 'undefined', '']) await world.hold({ key, args: { to: key } })
    expect(await world.ask({ args: { to: 'null' } })).toMatchObject({ status: 'held', checkpoint: { id: 'chk-4' } })
  })
})

test('an id of the own choice that is taken is refused', async () => {
  const world = await aWorld()
  await world.hold({ checkpoint: 'mine' })
  await expect(world.ask({ checkpoint: 'mine', args: { to: 'eve' } })).rejects.toMatchObject({ code: 'id_taken' })
})

describe('a refusal', () => {
  test('of the policy is recorded and told with its reason', async () => {
    const world = await aWorld()
    const asked = await world.ask({ tool: 'wipe' })
    expect(asked).toMatchObject({ status: 'denied', times: 1, decision: { verdict: 'deny' } })
    const [recorded] = await world.events('refusal_recorded')
    expect(recorded?.data.refusal).toMatchObject({ by: { kind: 'system' }, count: 1, root: 'job-1', checkpoint: null })
  })

  test('is repeated with the same reason and counted; the third try signals a stall, once', async () => {
    const world = await aWorld()
    const first = await world.ask({ tool: 'wipe' })
    const answers = [
      await world.ask({ tool: 'wipe' }),
      await world.ask({ tool: 'wipe' }),
      await world.ask({ tool: 'wipe' }),
    ]
    expect(answers.map((answer) => answer.status === 'denied' && answer.times)).toEqual([2, 3, 4])
    for (const answer of answers)
      expect(answer).toMatchObject({ reason: first.status === 'denied' ? first.reason : '' })
    expect(await world.events('stall_signalled')).toMatchObject([{ data: { count: 3 } }])
  })

  test('invariant 13: of the policy is a decision each time, and of a person is theirs alone', async () => {
    const world = await aWorld()
    for (const times of [1, 2]) {
      await world.ask({ tool: 'wipe' })
      expect(await world.events('gate_decided')).toHaveLength(times)
    }
    await world.hold()
    await world.review('chk-3', { answer: 'reject', reason: 'No.' })
    await world.ask()
    expect(await world.events('refusal_repeated')).toHaveLength(2)
    const decided = await world.events('gate_decided')
    expect(decided.map(({ data }) => data.decision.verdict)).toEqual(['deny', 'deny'])
  })

  test('of the policy ends when the policy says something else', async () => {
    const world = await aWorld()
    await world.ask({ tool: 'wipe' })
    const policy = aPolicy({ preset: 'jobs/full' })
    await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
    expect(await world.ask({ tool: 'wipe' })).toMatchObject({ status: 'allowed' })
  })

  test('of a person holds whatever the policy says by then', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'reject', reason: 'Bob has left.' })
    const policy = aPolicy({ preset: 'jobs/full' })
    await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
    expect(await world.ask()).toEqual({
      status: 'denied',
      decision: null,
      reason: 'Bob has left.',
      times: 2,
      checkpoint: 'chk-1',
    })
    expect(await world.ask({ args: { to: 'eve' } })).toMatchObject({ status: 'allowed' })
  })

  test('holds for the whole family of jobs, and for no other', async () => {
    const world = await aWorld()
    await world.start({ id: 'child', parent: 'job-1' })
    await world.start({ id: 'stranger' })
    await world.hold({ job: 'child' })
    await world.review('chk-1', { answer: 'reject', reason: 'No.' })
    expect(await world.ask({ job: 'job-1' })).toMatchObject({ status: 'denied', times: 2 })
    expect(await world.ask({ job: 'stranger' })).toMatchObject({ status: 'held' })
  })

  test('of a child is a fact for everyone it works for', async () => {
    const world = await aWorld()
    await world.start({ id: 'child', parent: 'job-1' })
    await world.start({ id: 'grandchild', parent: 'child' })
    await world.ask({ tool: 'wipe', job: 'grandchild' })
    const facts = await world.events('child_refused')
    expect(facts.map(({ job }) => job)).toEqual(['job-1', 'child'])
    expect(facts).toMatchObject([
      { data: { child: 'grandchild', checkpoint: null } },
      { data: { child: 'grandchild' } },
    ])
  })

  test('holds for what the agent asked and for what a person had made of it', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'edit', args: { to: 'all' } })
    await world.review('chk-1', { answer: 'edit', args: { to: 'eve' } })
    await world.review('chk-1', { answer: 'reject', reason: 'Never.' }, { by: ADA })
    for (const to of ['bob', 'eve']) {
      expect(await world.ask({ args: { to } })).toMatchObject({ status: 'denied', reason: 'Never.' })
    }
    expect(await world.ask({ args: { to: 'all' } })).toMatchObject({ status: 'held' })
  })

  test('holds for an action as it was asked, too, whatever is said of it by then', async () => {
    const world = await aWorld({ policy: { preset: 'standard' } })
    const asked = (args: object, confidence = 0.9) => {
      const gate = Gate.parse({ ...PAY, confidence })
      return { gate, content: contentOf(gate, { args: { ...args } }) }
    }
    await world.hold({ ...asked({ euros: 9 }), checkpoint: 'pay' })
    await world.review('pay', { answer: 'edit', args: { euros: 5 } })
    await world.review('pay', { answer: 'reject', reason: 'Never.' }, { by: ADA })
    for (const euros of [9, 5]) {
      expect(await world.ask(asked({ euros }, 0.7))).toMatchObject({ status: 'denied', reason: 'Never.' })
    }
  })

  test('holds for what the agent asked last, whatever it had asked before and people made of it', async () => {
    const world = await aWorld({ policy: { preset: 'standard', rules: [rule('send', 'ask')] } })
    const asked = Gate.parse(PAY)
    await world.hold({ gate: asked, content: contentOf(asked, { args: { euros: 9 } }), checkpoint: 'pay' })
    await world.review('pay', { answer: 'edit', args: { euros: 5 } })
    await world.review('pay', { answer: 'request_changes', reason: 'Write instead.' }, { by: ADA })
    const { id: checkpoint, job } = await world.checkpoint('pay')
    const gate = aCall()
    const answers = [{ number: 1, did: 'fixed', text: 'A letter.' }] as const
    const revision = { tenant: LOCAL, job, checkpoint, by: SCOUT, gate, content: contentOf(gate), answers }
    await world.run(reviseCheckpoint, revision)
    await world.review('pay', { answer: 'edit', args: { to: 'all' } })
    await world.review('pay', { answer: 'edit', args: { to: 'eve' } })
    await world.review('pay', { answer: 'reject', reason: 'Never.' }, { by: ADA })
    for (const to of ['bob', 'eve']) {
      expect(await world.ask({ args: { to } })).toMatchObject({ status: 'denied', reason: 'Never.' })
    }
  })

  test('is not got round by other words about the same action', async () => {
    const world = await aWorld({ policy: { preset: 'standard' } })
    const action = (confidence: number) =>
      world.question({
        gate: { kind: 'action', confidence, action: { kind: 'standard', name: 'send' } } as never,
      }).gate
    const asked = await world.ask({ gate: action(0.9) })
    expect(asked.status).toBe('held')
    await world.review('chk-2', { answer: 'reject', reason: 'No.' })
    const gate = { ...action(0.4), action: { kind: 'standard', name: 'send', irreversibility: 'low' } } as never
    expect(await world.ask({ gate })).toMatchObject({ status: 'denied', reason: 'No.' })
  })
})

/** An action of little risk that is held all the same. */
const PAY = {
  kind: 'action',
  confidence: 0.9,
  action: { kind: 'standard', name: 'pay', irreversibility: 'low', regret_potential: 'low', risk_amplifier: 'none' },
  risk_profile: { financial_cents: 100 },
} satisfies GateInput

describe('a grant', () => {
  test('lets the same call pass as often as it says', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    const passed = [await world.ask({ key: 'a' }), await world.ask({ key: 'b' })]
    for (const asked of passed) {
      expect(asked).toMatchObject({ status: 'allowed', permit: { by: 'grant' }, decision: { verdict: 'ask' } })
    }
    expect(await world.ask({ key: 'c' })).toMatchObject({ status: 'held' })
    expect(await world.events('grant_used')).toHaveLength(2)
  })

  test('is for exactly the same call', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    expect(await world.ask({ args: { to: 'eve' } })).toMatchObject({ status: 'held' })
  })

  test.for([
    ['another kind', { action: { ...PAY.action, kind: 'improvised' } }],
    ['other regret', { action: { ...PAY.action, regret_potential: 'high' } }],
    ['an amplifier', { action: { ...PAY.action, risk_amplifier: 'sends money' } }],
    ['nothing said of its risk', { action: { kind: 'standard', name: 'pay' } }],
    ['more at stake', { risk_profile: { financial_cents: 100_000_000 } }],
    ['nothing said of what is at stake', { risk_profile: undefined }],
    ['another context', { context: 'production' }],
    ['another tier', { tier: 'local_fast' }],
    ['less confidence', { confidence: 0.8 }],
    ['no confidence', { confidence: null }],
  ] as const)('covers no action of the same name with %s', async ([, other]) => {
    const world = await aWorld({ policy: { preset: 'threads/plan_then_review' } })
    await world.hold({ gate: Gate.parse(PAY), checkpoint: 'pay' })
    await world.review('pay', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ gate: Gate.parse({ ...PAY, ...other }) })).toMatchObject({ status: 'held' })
    const same = { ...PAY, confidence: 0.95, spent_usd: '7' }
    expect(await world.ask({ gate: Gate.parse(same) })).toMatchObject({ status: 'allowed', permit: { by: 'grant' } })
  })

  test('for an action without a name covers no other one', async () => {
    const world = await aWorld({ policy: { preset: 'threads/plan_then_review' } })
    const nameless = (more: object) => Gate.parse({ ...PAY, action: { kind: 'improvised', ...more } })
    await world.hold({ gate: nameless({ blocked_on: 'x' }), checkpoint: 'x' })
    await world.review('x', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ gate: nameless({ blocked_on: 'y' }) })).toMatchObject({ status: 'held' })
    expect(await world.ask({ gate: nameless({ blocked_on: 'x' }) })).toMatchObject({ status: 'allowed' })
  })

  test('covers no call of which the agent says that more is at stake', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    const risky = [{ risk_profile: { financial_cents: 5 } }, { annotations: { destructiveHint: true } }]
    for (const more of risky) {
      expect(await world.ask({ gate: Gate.parse({ ...aCall(), ...more }) })).toMatchObject({ status: 'held' })
    }
  })

  test('is for the agent that it was given to', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    await world.start({ id: 'job-2', agent: 'other' })
    expect(await world.ask({ job: 'job-2' })).toMatchObject({ status: 'held' })
    await world.start({ id: 'job-3' })
    expect(await world.ask({ job: 'job-3' })).toMatchObject({ status: 'allowed' })
  })

  test('ends at its moment exactly', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { until: world.at(60) } })
    world.pass(59)
    expect(await world.ask()).toMatchObject({ status: 'allowed' })
    world.pass(1)
    expect(await world.ask()).toMatchObject({ status: 'held' })
  })

  test('for a job reaches those that work for it, and no other', async () => {
    const world = await aWorld()
    await world.start({ id: 'child', parent: 'job-1' })
    await world.start({ id: 'stranger' })
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { job: true } })
    expect(await world.ask()).toMatchObject({ status: 'allowed' })
    expect(await world.ask({ job: 'child' })).toMatchObject({ status: 'allowed' })
    expect(await world.ask({ job: 'stranger' })).toMatchObject({ status: 'held' })
  })

  test('for a child does not reach its parent', async () => {
    const world = await aWorld()
    await world.start({ id: 'child', parent: 'job-1' })
    await world.hold({ job: 'child' })
    await world.review('chk-1', { answer: 'approve', grant: { job: true } })
    expect(await world.ask()).toMatchObject({ status: 'held' })
  })

  test('does not cover what says that it can not be undone', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    expect(await world.ask({ terms: { irreversible: true } })).toMatchObject({ status: 'held' })
  })

  test('ends with the right of whoever gave it, and does not come back with their name', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    const rob = PersonId.parse(ROB.id)
    const change = (given: Partial<Person>) =>
      world.run(enrolPerson, { by: ADA, person: aPerson({ id: rob, ...given }), change: true })
    expect(await world.ask({ key: 'a' })).toMatchObject({ status: 'allowed' })
    await change({ role: 'viewer' })
    expect(await world.ask({ key: 'b' })).toMatchObject({ status: 'held' })
    await change({ role: 'reviewer' })
    expect(await world.ask({ key: 'c' })).toMatchObject({ status: 'allowed' })
    await world.run(revokePerson, { by: ADA, person: rob })
    expect(await world.ask({ key: 'd' })).toMatchObject({ status: 'held' })
    world.pass(1)
    const secrets = { token_hash: 'new', passphrase_hash: null }
    await world.run(changeSecrets, { by: ADA, person: rob, proved: null, secrets })
    expect(await world.ask({ key: 'e' })).toMatchObject({ status: 'held' })
  })

  test('does not let the work of whoever gave it pass, where duties are separated', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    await world.start({ id: 'own', by: ROB })
    await world.start({ id: 'below', parent: 'own' })
    expect(await world.ask({ job: 'own' })).toMatchObject({ status: 'held' })
    expect(await world.ask({ job: 'below' })).toMatchObject({ status: 'held' })
    await world.run(setSolo, { by: ADA, solo: true })
    expect(await world.ask({ job: 'own' })).toMatchObject({ status: 'allowed' })
  })

  test('is no answer of somebody who is not asked', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ terms: { approvers: [PersonId.parse(ADA.id)] } })).toMatchObject({ status: 'held' })
    expect(await world.ask({ terms: { approvers: [PersonId.parse(ROB.id)] } })).toMatchObject({ status: 'allowed' })
  })

  test('counts as the people behind it who could answer now', async () => {
    const world = await aWorld()
    const terms = { quorum: 2 }
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 1 } })
    await world.hold({ checkpoint: 'both', terms })
    await world.approve('both', { by: ADA })
    await world.review('both', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ terms, key: 'a' })).toMatchObject({ status: 'allowed' })
    expect(await world.ask({ terms: { quorum: 3 } })).toMatchObject({ status: 'held' })
    await world.start({ id: 'of-ada', by: ADA })
    expect(await world.ask({ job: 'of-ada', terms })).toMatchObject({ status: 'held' })
    expect(await world.ask({ job: 'of-ada' })).toMatchObject({ status: 'allowed' })
  })

  test('is the word of whoever left it where one person is enough', async () => {
    const world = await aWorld()
    await world.hold({ terms: { quorum: 2 } })
    await world.approve('chk-1', { by: ADA })
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    await world.start({ id: 'of-rob', by: ROB })
    expect(await world.ask({ job: 'of-rob' })).toMatchObject({ status: 'held' })
  })

  test('invariant 19: counts nobody for it who was let go since, also when they are back', async () => {
    const world = await aWorld()
    const terms = { quorum: 2 }
    await world.hold({ terms })
    await world.approve('chk-1', { by: EVE })
    await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ terms })).toMatchObject({ status: 'allowed' })
    const eve = PersonId.parse('eve')
    await world.run(revokePerson, { by: ADA, person: eve })
    world.pass(1)
    const secrets = { token_hash: 'new', passphrase_hash: null }
    await world.run(changeSecrets, { by: ADA, person: eve, proved: null, secrets })
    expect(await world.ask({ terms })).toMatchObject({ status: 'held' })
  })

  test('does not help against a deny', async () => {
    const world = await aWorld()
    await world.hold()
    await world.review('chk-1', { answer: 'approve', grant: { count: 2 } })
    const policy = aPolicy({ preset: 'jobs/full', rules: [rule('send', 'deny')] })
    await world.run(changePolicy, { job: (await world.job()).id, by: ADA, tenant: null, policy })
    expect(await world.ask()).toMatchObject({ status: 'denied' })
  })

  test('that was taken back lets nothing pass', async () => {
    const world = await aWorld()
    await world.hold()
    const { grant } = await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
    await world.run(revokeGrant, { by: ROB, grant: GrantId.parse(grant) })
    expect(await world.ask()).toMatchObject({ status: 'held' })
  })

  test.for([
    [
      'a viewer',
      (world, person) =>
        world.run(enrolPerson, { by: ADA, person: aPerson({ id: person, role: 'viewer' }), change: true }),
    ],
    [
      'somebody of another tenant',
      (world, person) =>
        world.run(enrolPerson, {
          by: ADA,
          person: aPerson({ id: person, tenants: [TenantId.parse('other')] }),
          change: true,
        }),
    ],
    ['nobody any more', (world, person) => world.run(revokePerson, { by: ADA, person })],
  ] satisfies [string, (world: World, person: PersonId) => Promise<unknown>][])(
    'does not outlive whoever left it, who is %s, though others had approved the same',
    async ([, change]) => {
      const world = await aWorld()
      await world.hold({ terms: { quorum: 3 } })
      await world.approve('chk-1', { by: ADA })
      await world.approve('chk-1', { by: EVE })
      await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
      const terms = { quorum: 2 }
      expect(await world.ask({ terms })).toMatchObject({ status: 'allowed' })
      await change(world, PersonId.parse('rob'))
      expect(await world.ask({ terms })).toMatchObject({ status: 'held' })
    },
  )

  test.for([
    // of which it was, of which it is
    [null, null, 'allowed'],
    [null, 0.1, 'allowed'],
    [0, null, 'held'],
    [0, 0, 'allowed'],
    [0.9, 0.9, 'allowed'],
  ] as const)('for an action of which the agent was sure by %s, and is by %s: %s', async ([then, now, status]) => {
    const world = await aWorld({ policy: { preset: 'threads/plan_then_review' } })
    await world.hold({ gate: Gate.parse({ ...PAY, confidence: then }), checkpoint: 'pay' })
    await world.review('pay', { answer: 'approve', grant: { count: 9 } })
    expect(await world.ask({ gate: Gate.parse({ ...PAY, confidence: now }) })).toMatchObject({ status })
  })

  test('is found behind a hundred that are used up', async () => {
    const world = await aWorld()
    for (let given = 1; given <= 101; given++) {
      await world.hold({ checkpoint: `c-${given}` })
      await world.review(`c-${given}`, { answer: 'approve', grant: { count: 1 } })
      expect(await world.ask()).toMatchObject({ status: 'allowed' })
      world.pass(1)
    }
  })
})

describe('the kill switch', () => {
  const halt = { by: ROB, on: true, reason: 'It runs wild.' } as const

  test.for([
    ['everything', { of: 'all' }],
    ['agent scout', { of: 'agent', agent: 'scout' }],
    ['tenant local', { of: 'tenant', tenant: 'local' }],
  ] as const)('for %s halts a job at its next gate, and the try is recorded with that', async ([halted, scope]) => {
    const world = await aWorld()
    await world.run(setKillSwitch, { ...halt, scope })
    await expect(world.ask({ tool: 'look' })).rejects.toMatchObject({
      code: 'halted',
      message: `rob threw the kill switch for ${halted}: It runs wild.`,
    })
    const reason = `rob threw the kill switch for ${halted}: It runs wild.`
    expect(await world.events('gate_halted')).toMatchObject([{ job: 'job-1', data: { kind: 'tool', reason } }])
  })

  test.for([
    ['another agent', { of: 'agent', agent: 'other' }],
    ['another tenant', { of: 'tenant', tenant: 'other' }],
  ] as const)('for %s leaves a job alone', async ([, scope]) => {
    const world = await aWorld()
    await world.run(setKillSwitch, { ...halt, scope })
    expect(await world.ask({ tool: 'look' })).toMatchObject({ status: 'allowed' })
  })

  test('for a parent reaches its children, whoever does their work', async () => {
    const world = await aWorld()
    await world.start({ id: 'child', parent: 'job-1', agent: 'other' })
    await world.run(setKillSwitch, { ...halt, scope: { of: 'agent', agent: 'scout' } })
    await expect(world.ask({ tool: 'look', job: 'child' })).rejects.toMatchObject({ code: 'halted' })
  })

  test('let go, work goes on', async () => {
    const world = await aWorld()
    await world.run(setKillSwitch, { ...halt, scope: { of: 'all' } })
    await world.run(setKillSwitch, { by: ADA, on: false, reason: 'Mended.', scope: { of: 'all' } })
    expect(await world.ask({ tool: 'look' })).toMatchObject({ status: 'allowed' })
  })
})

test.for([
  ['an argument', { args: { token: A_SECRET } }],
  ['an argument far inside', { args: { a: [{ b: { c: `Bearer ${A_SECRET}` } }] } }],
  ['a key of an argument', { args: { headers: { [A_SECRET]: true } } }],
  ['the environment', { content: { tool: 'send', args: { to: 'bob' }, env: { TOKEN: A_SECRET } } }],
  ['a deliverable', { gate: THE_END, content: contentOf(THE_END, { deliverable: { text: A_SECRET } }) }],
  ['the title', { title: `Send ${A_SECRET}` }],
  ['the key', { key: A_SECRET }],
  [
    'a hint of the gate',
    { tool: 'send', gate: { kind: 'tool', tool: 'send', args: {}, annotations: { title: A_SECRET } } },
  ],
  ['the schema of the answer', { terms: { response_schema: { const: A_SECRET } } }],
] as const)('a literal secret in %s is refused before anything is written', async ([, given]) => {
  const world = await aWorld()
  const before = (await world.events()).length
  const refused = world.ask(given as never)
  await expect(refused).rejects.toMatchObject({ code: 'literal_secret' })
  await expect(refused).rejects.not.toThrow(A_SECRET)
  expect((await world.events()).length).toBe(before)
})

test.for([
  ['the title', { title: 'Send \ud800' }],
  ['the key', { key: '\udc00' }],
  ['the schema of the answer', { terms: { response_schema: { const: '\ud800' } } }],
] as const)('half a character in %s is refused before anything is written', async ([, given]) => {
  const world = await aWorld()
  const before = (await world.events()).length
  await expect(world.ask(given as never)).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ code: 'bad_encoding' }],
  })
  expect((await world.events()).length).toBe(before)
})

test.for([
  ['an argument', { args: { token: { $secret: 5 } } }, '/args/token'],
  ['the environment', { content: { tool: 'send', args: { to: 'bob' }, env: { T: { $secret: 'T', x: 1 } } } }, '/env/T'],
  ['a deliverable', { gate: THE_END, content: contentOf(THE_END, { deliverable: { $secret: '' } }) }, '/deliverable'],
] as const)('what only looks like a reference to a secret is refused in %s', async ([, given, path]) => {
  const world = await aWorld()
  const before = (await world.events()).length
  await expect(world.ask(given as never)).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path }] })
  expect((await world.events()).length).toBe(before)
})

test('a reference to a secret is asked about like anything else', async () => {
  const world = await aWorld()
  expect(await world.hold({ args: { token: { $secret: 'MAIL_TOKEN' } } })).toMatchObject({
    content: { args: { token: { $secret: 'MAIL_TOKEN' } } },
  })
})

test('what is nested too deeply to be read back is refused before anything is written', async () => {
  const world = await aWorld()
  const nested = (levels: number): object => (levels === 0 ? {} : { in: nested(levels - 1) })
  const refused = world.ask({ args: { ...nested(200) } })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', problems: [{ code: 'too_deep' }] })
  expect(await world.events('checkpoint_opened')).toEqual([])
})

test('an attempt that was recorded is told to whoever asks again', async () => {
  const world = await aWorld()
  const asked = await world.ask({ tool: 'look', key: 'k' })
  if (asked.status !== 'allowed' || asked.attempt === null) throw new Error('It did not pass.')
  const { id, session } = asked.attempt
  await world.run(recordAttempt, { tenant: LOCAL, attempt: id, by: SCOUT, session, status: 'succeeded', outcome: 42 })
  expect(await world.ask({ tool: 'look', key: 'k' })).toMatchObject({ status: 'ran', attempt: { outcome: 42 } })
})

test('a call that says one thing to the policy and another to the reviewer is refused', async () => {
  const world = await aWorld()
  const { gate } = world.question({ tool: 'look' })
  const { content } = seal(contentOf(world.question({ tool: 'wipe' }).gate))
  await expect(world.ask({ gate, content })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a hold of a child shows at the root with its path, and holds the child alone', async () => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  await world.hold({ job: 'child' })
  const atRoot = await world.store.find({
    table: 'checkpoints',
    index: 'held_below',
    equals: ['job-1'],
    limit: 10,
  })
  expect(atRoot.map(({ row }) => row)).toMatchObject([{ id: 'chk-1', job: 'child', path: ['job-1'] }])
  expect(await world.job('child')).toMatchObject({ status: 'pending_review' })
  expect(await world.job()).toMatchObject({ status: 'running' })
})

test('a schema that nobody could answer is refused where the question is put', async () => {
  const world = await aWorld()
  const response_schema = { type: 'object', $ref: '#/nowhere' }
  await expect(world.ask({ terms: { response_schema } })).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ path: '/terms/response_schema' }],
  })
})

// biome-ignore format: a table
const NAMED: readonly (readonly [why: string, terms: ReviewTermsInput, status: object])[] = [
  ['more than are named',        { quorum: 2, approvers: ['rob'] },                 { code: 'invalid_input', problems: [{ path: '/terms/quorum' }] }],
  ['the same name twice',        { quorum: 2, approvers: ['rob', 'rob'] },          { code: 'invalid_input' }],
  ['as many as are named',       { quorum: 2, approvers: ['rob', 'eve'] },          { status: 'held' }],
  ['a role', { quorum: 3, approvers: ['rob', 'role:admin'] },   { status: 'held' }],
  ['others after a while',       { quorum: 2, approvers: ['rob'], timeout_seconds: 60, on_timeout: { do: 'escalate', to: ['eve'] } }, { status: 'held' }],
  ['nobody in particular',       { quorum: 20 },                                    { status: 'held' }],
]

test.for(NAMED)('a quorum that those who are named could never reach is refused: %s', async ([, terms, came]) => {
  const world = await aWorld()
  expect(await world.ask({ terms }).catch((error) => error)).toMatchObject(came)
})

// biome-ignore format: a table
const SILENT: readonly (readonly [on_timeout: ReviewTermsInput['on_timeout'], timeout_seconds: number | undefined, came: object])[] = [
  [{ do: 'deny' },                       undefined, { code: 'invalid_input', problems: [{ path: '/terms/on_timeout' }] }],
  [{ do: 'park' },                       undefined, { code: 'invalid_input', message: expect.stringContaining('so "park" never happens') }],
  [{ do: 'escalate', to: ['eve'] },      undefined, { code: 'invalid_input' }],
  [{ do: 'fallback', to: ['eve'] },      undefined, { code: 'invalid_input' }],
  [{ do: 'wait' },                       undefined, { status: 'held' }],
  [{ do: 'deny' },                       60,        { status: 'held' }],
]

test.for(SILENT)(
  'what silence does is refused where it has no end: %j after %s',
  async ([on_timeout, seconds, came]) => {
    const world = await aWorld()
    const terms = { on_timeout, ...(seconds !== undefined && { timeout_seconds: seconds }) }
    expect(await world.ask({ terms }).catch((error) => error)).toMatchObject(came)
  },
)

test('a quorum that no answer could reach is refused when it is asked for', async () => {
  const world = await aWorld()
  await expect(world.ask({ terms: { quorum: 2, answers: ['respond', 'reject'] } })).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ path: '/terms/quorum' }],
  })
  expect(await world.ask({ terms: { quorum: 1, answers: ['respond', 'reject'] } })).toMatchObject({ status: 'held' })
})
