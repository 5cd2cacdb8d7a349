import { expect, test } from 'vitest'
import type { LogEvent } from '../../compose.ts'
import { jobStory } from './job-story.ts'

const CHECKPOINT = 'chk_1'

function anEvent(type: string, data: object, checkpoint: string | null = null): LogEvent {
  const actor = { kind: 'agent', id: 'builder' }
  return {
    seq: 1,
    tenant: 'local',
    job: 'job_1',
    checkpoint,
    type,
    at: '2026-11-17T06:51:08.580Z',
    actor,
    data,
  } as LogEvent
}

const aStep = (name: string, ok = true) => anEvent('step_recorded', { call: { name }, outcome: { ok } })
const told = (...events: readonly LogEvent[]) => jobStory(events).map(({ text }) => text)

test('of a phase the steps of the agent are told, and not those with which its branch is kept', () => {
  const within = 'phase-2-strategic#1'
  const phase = (name: string) => anEvent('phase_recorded', { call: { name }, outcome: { ok: true } })
  const steps = ['enter', 'round#1/Plan it', 'round#1/commit', 'offer', 'look'].map((name) =>
    aStep(`${within}/${name}`),
  )
  expect(told(...steps, phase(`${within}/round`), phase('phase-2-strategic'))).toEqual([
    'step "Plan it" of phase-2-strategic is done',
    'phase-2-strategic is done',
  ])
})

test('a step that failed is told, whoever took it', () => {
  expect(told(aStep('phase-2-strategic#1/offer', false))).toEqual(['step offer of phase-2-strategic failed'])
})

test('a step of no phase is told by its name', () => {
  expect(told(aStep('read the table'))).toEqual(['step "read the table" is done'])
})

test('a review in words is told once, and so is the round that follows it', () => {
  const remark = { kind: 'request_changes', text: 'Which level?' }
  const review = anEvent(
    'review_submitted',
    { answer: 'request_changes', threads: [], text: 'Which level?' },
    CHECKPOINT,
  )
  const remarked = anEvent('checkpoint_remarked', { remark }, CHECKPOINT)
  const round = anEvent('round_pushed', { round: { number: 2 } }, CHECKPOINT)
  const revised = anEvent('checkpoint_revised', { revision: 2, edited_by: null }, CHECKPOINT)
  const once = ['wants changes: “Which level?”', 'brought round 2']
  expect(told(review, remarked, round, aStep('phase-2-strategic#1/look'), revised)).toEqual(once)
  expect(told(remarked, review, round, revised)).toEqual(once)
  expect(told(revised)).toEqual(['brought revision 2'])
})

test('documents that join a review are told as given, and as the round that they are', () => {
  const names = ['a.txt']
  const sent = [{ name: 'a.txt', by: 'ada' }]
  const branch = 'phase-2-strategic'
  expect(
    told(
      anEvent('documents_uploaded', { documents: sent }),
      anEvent('documents_sent', { sent, branch }),
      anEvent('push_expected', { to: 'e2650bca29d9232' }),
      anEvent('round_pushed', { round: { number: 3 } }, CHECKPOINT),
      anEvent('checkpoint_revised', { revision: 3, edited_by: 'ada' }, CHECKPOINT),
      anEvent('documents_joined', { names, branch }),
    ),
  ).toEqual(['gave a.txt', 'brought round 3', 'a.txt joined phase-2-strategic'])
})

test('a yes, and what comes of it, is told once', () => {
  const voted = anEvent('checkpoint_voted', { vote: {} }, CHECKPOINT)
  const resolved = anEvent('checkpoint_resolved', { status: 'approved', resolution: { reason: null } }, CHECKPOINT)
  const spent = anEvent('approval_spent', { voided: false }, CHECKPOINT)
  const claimed = anEvent(
    'attempt_claimed',
    { attempt: { content: { tool: 'send_mail', args: { to: 'ann' } } } },
    CHECKPOINT,
  )
  expect(told(voted, resolved, spent, claimed)).toEqual(['approves', 'begins send_mail'])
  expect(told(anEvent('approval_spent', { voided: true }, CHECKPOINT), claimed)).toHaveLength(2)
  expect(told(voted, { ...resolved, checkpoint: 'chk_2' as typeof resolved.checkpoint })).toHaveLength(2)
})

test('why a job is stopped is not told again behind the gate that stopped it', () => {
  const decided = anEvent('gate_decided', { decision: { verdict: 'stop' }, content: { tool: 'rm' }, kind: 'tool' })
  const moved = anEvent('job_moved', { to: 'stopped', reason: 'Too much.' })
  expect(told(decided, moved)).toEqual(['the policy stops at rm', 'the job is stopped'])
  expect(told(moved)).toEqual(['the job is stopped: “Too much.”'])
  expect(told(anEvent('job_moved', { to: 'failed', reason: 'Fire.' }))).toEqual(['the job has failed'])
})

test('a no is told with what it means for the same call', () => {
  const resolved = anEvent('checkpoint_resolved', { status: 'rejected', resolution: { reason: 'not now' } }, CHECKPOINT)
  const refusal = anEvent('refusal_recorded', { refusal: {} }, CHECKPOINT)
  expect(told(resolved, refusal)).toEqual(['it is rejected: “not now”, and so is the same call from now on'])
  expect(told(refusal)).toEqual(['the same call is refused from now on'])
})

test('an approval of work is told once, with its words, and with the proof where there was one', () => {
  const review = (text: string) => anEvent('review_submitted', { answer: 'approve', threads: [], text }, CHECKPOINT)
  const vote = (proof: object = {}) => anEvent('checkpoint_voted', { vote: { by: 'ada', ...proof } }, CHECKPOINT)
  const back = anEvent('verdicts_taken_back', { parts: [{}] }, CHECKPOINT)
  const proved = { step_up: { by: 'passphrase' } }
  expect(told(review(''), vote())).toEqual(['approves'])
  expect(told(review('Well.'), back, vote())).toEqual(['approves: “Well.”', 'took back their no to 1 part'])
  expect(told(review(''), vote(proved))).toHaveLength(1)
  expect(told(review('Well.'), vote(proved))).toHaveLength(2)
  // What is no work of a branch has a vote alone.
  expect(told(vote(), vote())).toEqual(['approves', 'approves'])
})
