import { describe, expect, test } from 'vitest'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { Gate, type GateInput } from '../../model/gate.ts'
import { JobId, LOCAL, PersonId, ThreadId } from '../../model/ids.ts'
import type { Draft } from '../../model/review-thread.ts'
import { whyHeld } from '../../model/why-held.ts'
import { ADA, aPolicy, EVE, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, aFile, aRound, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { cancelJob } from '../cancel-job.ts'
import { changePolicy } from '../change-policy.ts'
import { endJob } from '../end-job.ts'
import { forgetApproval } from '../forget-approval.ts'
import { reviseCheckpoint } from '../revise-checkpoint.ts'
import { setKillSwitch } from '../set-kill-switch.ts'
import { ownAt } from '../tables.ts'
import { withdrawCheckpoint } from '../withdraw-checkpoint.ts'
import { expectPush } from './expect-push.ts'
import { hostPull } from './host-pull.ts'
import { joinPush } from './join-push.ts'
import { noteStuck } from './note-stuck.ts'
import { pullContent } from './pull-state.ts'
import { recordMerge } from './record-merge.ts'
import { saveDrafts } from './save-drafts.ts'

/** A phase that ends the job is asked about twice. */
const gatesOf = (gate: GateInput) =>
  gate.kind === 'phase'
    ? [Gate.parse(gate)]
    : [Gate.parse(gate), Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 })]

const JOB = JobId.parse('job-1')

const aPullWorld = async (policy: unknown = 'jobs/guided') => new PullWorld(await aWorld({ policy }))

describe('opening', () => {
  test('the work of a phase is offered as a pull request with its first round', async () => {
    const pulls = await aPullWorld()
    expect(await pulls.open()).toMatchObject({ id: 'job-1:phase-1-strategic', status: 'open', round: 1, entry: 1 })
    expect(await pulls.world.row('rounds', 'job-1:phase-1-strategic#1')).toMatchObject({ head: oid('c1'), by: SCOUT })
  })

  test('offered again after a crash, it is the same pull request', async () => {
    const pulls = await aPullWorld()
    await pulls.open()
    await pulls.open()
    expect(await pulls.world.events('pull_opened')).toHaveLength(1)
  })

  test('a phase is entered again only after it was merged or closed', async () => {
    const pulls = await aPullWorld('jobs/full')
    await pulls.open()
    await expect(pulls.open({ entry: 2 })).rejects.toMatchObject({ code: 'pull_known' })
    await pulls.claim()
    await pulls.merged()
    expect(await pulls.open({ entry: 2 })).toMatchObject({ branch: 'phase-1-strategic-rev-2' })
  })

  test.for([
    [{ kind: 'checkpoint', type: 'nothing' }],
    [{ kind: 'phase', phase: 'tactical', number: 1 }],
    [{ kind: 'phase', phase: 'strategic', number: 2 }],
    [{ kind: 'completion' }],
    [],
  ] as const)('an agent does not choose an easier question: %j', async (gates) => {
    const pulls = await aPullWorld()
    const given = gates.map((gate) => Gate.parse(gate))
    await expect(pulls.open({ gates: given })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a question that was put is not taken back with the next round', async () => {
    const pulls = await aPullWorld('jobs/review')
    const end = Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 })
    await pulls.open({ gates: [Gate.parse({ kind: 'completion' }), end] })
    await expect(pulls.push('2', { gates: [end] })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
  })

  test('a question about another tree than the newest is refused', async () => {
    const pulls = await aPullWorld()
    const pull = await pulls.open()
    await expect(pulls.hold({ ...pull, tree: oid('bad') })).rejects.toMatchObject({ code: 'head_moved' })
  })

  test('what people were asked before about it is kept beside what they are asked now', async () => {
    const pulls = await aPullWorld()
    const first = await pulls.held()
    expect(await pulls.pull()).toMatchObject({ checkpoint: first.id, asked_before: [] })
    await pulls.world.approve(first.id)
    const second = await pulls.hold(await pulls.push('2'))
    expect(await pulls.pull()).toMatchObject({ checkpoint: second.id, asked_before: [first.id] })
  })
})

describe('reviewing', () => {
  test('an approval permits the merge of exactly the tree that was shown', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    expect(await pulls.submit('approve')).toMatchObject({ status: 'approved' })
    const { plan } = await pulls.claim()
    expect(plan).toMatchObject({ reviewers: ['rob'] })
    expect(plan.message).toBe('The plan\n\nWhat we learned.\n\nReviewed-by: rob\nLeeway-Pull: job-1:phase-1-strategic')
    expect(await pulls.merged()).toMatchObject({ status: 'merged', commit: oid('fe') })
    expect(await pulls.world.events('merge_claimed')).toMatchObject([
      {
        data: {
          tree: oid('d1'),
          base: oid('ba5e'),
          permit: { by: 'checkpoint', revision: 1 },
          decisions: [{ verdict: 'ask' }],
        },
      },
    ])
  })

  test('whoever rejects a part of it does not approve it with the same review', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const verdicts = [{ path: 'plan.md', file: 'file:h1', hunk: 'h1', verdict: 'rejected', reason: 'Louder.' }] as const
    await expect(pulls.submit('approve', { verdicts })).rejects.toThrow('You reject a part of plan.md')
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
    expect(await pulls.submit('request_changes', { verdicts })).toMatchObject({ status: 'pending' })
  })

  test.for([
    ['a file that it does not change', { path: 'zzz', file: 'file:h1', hunk: null }],
    ['a file as it is not', { path: 'plan.md', file: 'nonsense', hunk: null }],
    ['a part that it does not have', { path: 'plan.md', file: 'file:h1', hunk: 'h9' }],
    ['a part of another file', { path: 'a.md', file: 'file:h1', hunk: 'h1' }],
  ] as const)('a verdict on %s is refused, and not lost', async ([, of]) => {
    const pulls = await aPullWorld()
    await pulls.held({ round: aRound('1', { files: [aFile('plan.md'), aFile('a.md', ['h2'])] }) })
    const good = { path: 'plan.md', file: 'file:h1', hunk: 'h1', verdict: 'accepted', reason: '' } as const
    for (const verdict of ['accepted', 'rejected'] as const) {
      const refused = pulls.submit('comment', { verdicts: [good, { ...of, verdict, reason: '' }] })
      await expect(refused).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/verdicts/1' }] })
      await expect(refused).rejects.toThrow(`of ${of.path}. Look at it again`)
    }
    expect(await pulls.world.events('review_submitted')).toEqual([])
  })

  test('a verdict on a part holds also where its file has changed elsewhere', async () => {
    const pulls = await aPullWorld()
    await pulls.held({ round: aRound('1', { files: [aFile('plan.md', ['h1', 'h2'])] }) })
    const before = { path: 'plan.md', file: 'file:h1', hunk: 'h1', verdict: 'rejected', reason: 'No.' } as const
    expect(await pulls.submit('request_changes', { verdicts: [before] })).toMatchObject({ status: 'pending' })
  })

  test('a plain approval of the checkpoint merges it as well', async () => {
    const pulls = await aPullWorld()
    const { id } = await pulls.held()
    await pulls.world.approve(id)
    expect(await pulls.world.store.dueEffects(10)).toMatchObject([
      { kind: 'merge_pull', body: { pull: 'job-1:phase-1-strategic' } },
    ])
  })

  test('a review of a commit that is not the newest is refused, and its words are kept', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.submit('approve', { head: oid('0ld') })).rejects.toMatchObject({ code: 'head_moved' })
  })

  test('the log says of drafts what is new, and nothing where nothing is', async () => {
    const pulls = await aPullWorld()
    const { id: pull } = await pulls.open()
    const save = (drafts: readonly Draft[], ...removed: string[]) =>
      pulls.world.run(saveDrafts, { pull, by: ROB, drafts, removed: removed.map((id) => ThreadId.parse(id)) })
    await save([aDraft('a'), aDraft('b')])
    await save([aDraft('a'), aDraft('b', { text: 'More.' })])
    await save([aDraft('a'), aDraft('b', { text: 'More.' })])
    await save([aDraft('b', { text: 'More.' }), aDraft('c')], 'a', 'unknown')
    await save([], 'a')
    const said = await pulls.world.events('drafts_saved')
    expect(said.map(({ data }) => [data.drafts.map(({ id }) => id), data.removed])).toEqual([
      [['a', 'b'], []],
      [['b'], []],
      [['c'], ['a']],
    ])
    expect(await pulls.world.row('drafts', ownAt(pull, 'rob'))).toMatchObject({
      drafts: [{ id: 'b', text: 'More.' }, { id: 'c' }],
    })
  })

  test('what is written on another screen stays, whatever this one keeps, throws away or submits', async () => {
    const pulls = await aPullWorld()
    const { id: pull } = await pulls.open()
    await pulls.held()
    const save = (...drafts: Draft[]) => pulls.world.run(saveDrafts, { pull, by: ROB, drafts })
    const kept = async () => (await pulls.world.row('drafts', ownAt(pull, ROB.id))).drafts.map(({ id }) => id)
    await save(aDraft('here'))
    await save(aDraft('there'))
    expect(await kept()).toEqual(['here', 'there'])
    await pulls.submit('comment', { threads: [aDraft('here')] })
    expect(await kept()).toEqual(['there'])
    const many = Array.from({ length: 500 }, (_, at) => aDraft(`d${at}`))
    await expect(save(...many)).rejects.toThrow('You have 501 drafts')
  })

  test('drafts that are saved late, behind the review that submitted them, are drafts no more', async () => {
    const pulls = await aPullWorld()
    const { id: pull } = await pulls.open()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    await pulls.world.run(saveDrafts, { pull, by: ROB, drafts: [aDraft('t1'), aDraft('t2')] })
    expect(await pulls.world.row('drafts', ownAt(pull, ROB.id))).toMatchObject({ drafts: [{ id: 't2' }] })
  })

  test.each([{ text: 'And louder.' }, { kind: 'nit' as const }, { suggestion: 'three' }])(
    'what was written on behind the review is refused, and never lost without a word: %o',
    async (more) => {
      const pulls = await aPullWorld()
      const { id: pull } = await pulls.open()
      await pulls.held()
      await pulls.submit('comment', { threads: [aDraft('t1')] })
      const late = pulls.world.run(saveDrafts, { pull, by: ROB, drafts: [aDraft('t2'), aDraft('t1', more)] })
      await expect(late).rejects.toMatchObject({
        code: 'id_taken',
        message: expect.stringContaining('thread t1 already'),
      })
    },
  )

  test('what was written of an earlier round stands where its lines are by now, or is outdated', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.join('2')
    const place = { path: 'plan.md', first: 5, last: 5 }
    const places = [{ thread: ThreadId.parse('moved'), place }]
    const threads = [aDraft('moved', { round: 1 }), aDraft('lost', { round: 1 }), aDraft('now', { round: 2 })]
    await pulls.submit('comment', { threads, places })
    expect(await pulls.thread('moved')).toMatchObject({ round: 1, state: 'open', place, anchor: { first: 3 } })
    expect(await pulls.thread('lost')).toMatchObject({ round: 1, state: 'outdated', place: null })
    expect(await pulls.thread('now')).toMatchObject({ round: 2, state: 'open', place: { first: 3 } })
    const early = pulls.submit('comment', { threads: [aDraft('early', { round: 3 })] })
    await expect(early).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a pull request has so many threads and no more, so that all of them are followed and shown', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const many = (from: number) => Array.from({ length: 500 }, (_, at) => aDraft(`t${from + at}`, { kind: 'nit' }))
    await pulls.submit('comment', { threads: many(0) })
    await pulls.submit('comment', { threads: many(500) })
    const more = pulls.submit('comment', { threads: [aDraft('one-more')] })
    await expect(more).rejects.toThrow('has 1000 threads, and can have 1000')
    await pulls.submit('comment', { text: 'In words it goes on.' })
  })

  test('a blocking thread stops the approval until a person resolves it', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1'), aDraft('t2', { kind: 'nit' })] })
    await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'unresolved_threads' })
    await expect(pulls.world.approve((await pulls.pull()).checkpoint ?? '')).rejects.toMatchObject({
      code: 'unresolved_threads',
    })
    await pulls.say('t1', { do: 'resolve' })
    expect(await pulls.submit('approve')).toMatchObject({ status: 'approved' })
  })

  test('whoever approves and blocks at once is told so', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.submit('approve', { threads: [aDraft('t1')] })).rejects.toMatchObject({
      code: 'unresolved_threads',
    })
    await expect(pulls.thread('t1')).rejects.toThrow('no row')
  })

  test('a blocking thread and an approval that race never both succeed', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const [blocked, approved] = await Promise.allSettled([
      pulls.submit('comment', { by: EVE, threads: [aDraft('t1')] }),
      pulls.submit('approve'),
    ])
    expect([blocked.status, approved.status].sort()).toEqual(['fulfilled', 'rejected'])
    const lost = blocked.status === 'rejected' ? blocked.reason : (approved as PromiseRejectedResult).reason
    expect(['unresolved_threads', 'already_resolved']).toContain(lost.code)
  })

  test('a thread that is reopened while somebody approves is not passed over', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    await pulls.say('t1', { do: 'resolve' })
    await Promise.allSettled([pulls.say('t1', { do: 'reopen', text: 'No.' }, EVE), pulls.submit('approve')])
    // Whichever was first: what is merged has no open blocking thread.
    const { blocking, checkpoint } = await pulls.pull()
    const { status } = await pulls.world.checkpoint(checkpoint ?? '')
    const claimed = await pulls.claim().then(
      () => 'merges',
      () => 'waits',
    )
    expect([status, blocking.length, claimed]).not.toEqual(['approved', 1, 'merges'])
  })

  test('nobody asks for changes without saying any', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.submit('request_changes')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.for([
    ['an agent', SCOUT, 'actor_not_human'],
    ['a viewer', VIC, 'not_authorised'],
  ] as const)('%s submits no review', async ([, by, code]) => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.submit('comment', { by, text: 'Fine.' })).rejects.toMatchObject({ code })
    await expect(pulls.say('t1', { do: 'resolve' }, by)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an agent resolves no thread', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    await expect(pulls.say('t1', { do: 'resolve' }, SCOUT)).rejects.toMatchObject({ code: 'actor_not_human' })
  })
})

describe('rounds', () => {
  test('the agent answers every thread with the next round', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('request_changes', { threads: [aDraft('t1'), aDraft('t2', { kind: 'question' })] })
    await expect(pulls.push('2', { answers: [] })).rejects.toMatchObject({ code: 'unanswered_remarks' })
    const silent = ['t1', 't2'].map((id) => ({ thread: ThreadId.parse(id), did: 'declined', text: ' ' }) as const)
    await expect(pulls.push('2', { answers: silent })).rejects.toMatchObject({ code: 'unanswered_remarks' })
    await pulls.push('2')
    await pulls.revise()
    expect(await pulls.thread('t1')).toMatchObject({
      state: 'addressed',
      answers: [{ did: 'fixed', commit: null, round: 2 }],
    })
    expect(await pulls.pull()).toMatchObject({ round: 2, unanswered: [], blocking: ['t1'] })
  })

  test('an agent that changes nothing still has to say why', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    const answers = [{ thread: (await pulls.thread('t1')).id, did: 'declined' as const, text: 'It is meant so.' }]
    await pulls.push('1', { answers })
    expect(await pulls.thread('t1')).toMatchObject({
      state: 'open',
      answers: [{ did: 'declined', commit: null, round: 1 }],
    })
    expect(await pulls.pull()).toMatchObject({ round: 1, unanswered: [] })
  })

  test('lines that are gone leave their thread outdated, and it comes back with them', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    const { id } = await pulls.thread('t1')
    const declined = { did: 'declined', text: 'No.' } as const
    await pulls.push('2', { places: [{ thread: id, place: null }], answers: [{ thread: id, ...declined }] })
    expect(await pulls.thread('t1')).toMatchObject({ state: 'outdated', place: null, anchor: { quote: ['three'] } })
    await pulls.push('3', { places: [{ thread: id, place: { path: 'plan.md', first: 9, last: 9 } }] })
    expect(await pulls.thread('t1')).toMatchObject({ state: 'open', place: { first: 9 } })
  })

  test('what a person pushes is the next round, voids votes, and needs other eyes', async () => {
    const pulls = await aPullWorld()
    const { id } = await pulls.held()
    await pulls.join('2', ROB)
    expect(await pulls.world.checkpoint(id)).toMatchObject({
      revision: 2,
      votes: [],
      edited_by: ['rob'],
      content: { tree: oid('d2') },
    })
    await expect(pulls.submit('approve', { by: ROB })).rejects.toMatchObject({ code: 'self_approval' })
    expect(await pulls.submit('approve', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('a suggestion that was applied is addressed by that commit, and nobody has to answer it', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const threads = ['t1', 't2', 't3'].map((id) => aDraft(id, { suggestion: 'THREE' }))
    await pulls.submit('comment', { threads })
    await pulls.say('t2', { do: 'resolve' })
    const { id, head } = await pulls.pull()
    const applies = ['t1', 't2', 'unknown'].map((thread) => ThreadId.parse(thread))
    await pulls.world.run(expectPush, { pull: id, by: ROB, on: head, to: oid('c2'), applies })
    await pulls.join('2', ROB)
    const applied = { by: ROB, commit: oid('c2'), round: 2 }
    expect(await pulls.thread('t1')).toMatchObject({ state: 'addressed', applied })
    expect(await pulls.thread('t2')).toMatchObject({ state: 'resolved', applied })
    expect(await pulls.thread('t3')).toMatchObject({ state: 'open', applied: null })
    // Only a person says that it no longer blocks.
    expect(await pulls.pull()).toMatchObject({ unanswered: ['t3'], blocking: ['t1', 't3'] })
  })

  test('of several who are about to push nobody takes the place of another, and only so many are remembered', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const { id: pull, head: on } = await pulls.pull()
    for (const [by, to] of [
      [EVE, 'e1'],
      [ADA, 'a1'],
      [EVE, 'e1'],
      [ROB, 'e1'],
    ] as const) {
      await pulls.world.run(expectPush, { pull, by, on, to: oid(to) })
    }
    const { landing } = await pulls.pull()
    expect(landing).toMatchObject({ by: 'rob', to: oid('e1') })
    expect(landing?.beside).toMatchObject([
      { by: 'eve', to: oid('e1') },
      { by: 'ada', to: oid('a1') },
    ])
    for (let nth = 1; nth <= 25; nth += 1)
      await pulls.world.run(expectPush, { pull, by: ADA, on, to: oid(`f${nth.toString(16).padStart(4, '0')}`) })
    expect((await pulls.pull()).landing?.beside).toHaveLength(20)
  })

  test('where two push the very same commit both have a part in it', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const { id: pull, head: on } = await pulls.pull()
    for (const by of [EVE, ADA]) await pulls.world.run(expectPush, { pull, by, on, to: oid('c2') })
    await pulls.world.run(expectPush, { pull, by: ROB, on, to: oid('c3') })
    expect(await pulls.join('2', EVE)).toMatchObject({ head: oid('c2') })
    expect(await pulls.pull()).toMatchObject({ pushed_by: ['ada', 'eve'], landing: null })
  })

  test('invariant 18: whoever was written down after git was asked is not passed over, and has a part in what holds their commit', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('request_changes', { text: 'Louder.' })
    const { id: pull, head: on } = await pulls.pull()
    await pulls.world.run(expectPush, { pull, by: EVE, on, to: oid('e1') })
    const unasked = { looked: [], holds: [] }
    await expect(pulls.push('2', { asked: unasked })).rejects.toMatchObject({ code: 'head_moved' })
    const join = { pull, by: ADA, on, round: aRound('3'), places: [], asked: unasked }
    await expect(pulls.world.run(joinPush, join)).rejects.toMatchObject({ code: 'head_moved' })
    await pulls.push('2', { asked: { looked: [oid('e1')], holds: [oid('e1')] } })
    expect(await pulls.pull()).toMatchObject({ pushed_by: ['eve'], landing: null })
  })

  test('whoever builds on a round that the agent brings in this moment stays written down behind it', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('request_changes', { text: 'Louder.' })
    const { id: pull } = await pulls.pull()
    const { head: on } = aRound('2')
    await pulls.world.run(expectPush, { pull, by: EVE, on, to: oid('e1') })
    await pulls.push('2')
    expect(await pulls.pull()).toMatchObject({ head: on, pushed_by: [], landing: { by: 'eve', to: oid('e1') } })
  })

  test('a commit that was expected and never landed marks nothing as applied', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1', { suggestion: 'THREE' })] })
    const { id, head } = await pulls.pull()
    const applies = [ThreadId.parse('t1')]
    await pulls.world.run(expectPush, { pull: id, by: ROB, on: head, to: oid('c9'), applies })
    await pulls.join('2', EVE)
    expect(await pulls.thread('t1')).toMatchObject({ state: 'open', applied: null })
  })

  test('a phase that is rejected is closed at once, with the reason, and nothing of it is merged', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.submit('reject')).rejects.toMatchObject({ code: 'invalid_input' })
    const given = { text: 'Not this.', threads: [aDraft('t1')] }
    expect(await pulls.submit('reject', given)).toMatchObject({ status: 'rejected' })
    expect(await pulls.pull()).toMatchObject({ status: 'closed' })
    expect(await pulls.world.events('pull_closed')).toMatchObject([{ actor: ROB, data: { reason: 'Not this.' } }])
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'pull_ended' })
    await expect(pulls.submit('approve', { by: EVE })).rejects.toMatchObject({ code: 'pull_ended' })
    await expect(pulls.push('2')).rejects.toMatchObject({ code: 'pull_ended' })
  })

  test('a phase that is rejected is closed on the forge too', async () => {
    const pulls = await aPullWorld()
    const { id, pull } = await pulls.held()
    await pulls.world.review(id, { answer: 'reject', reason: 'Not this.' })
    expect(await pulls.world.store.dueEffects(10)).toMatchObject([{ kind: 'close_hosted', body: { pull } }])
  })

  test('a push on something else than the newest commit is refused', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    const stale = pulls.join('2')
    const other = pulls.join('3')
    const settled = await Promise.allSettled([stale, other])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'head_moved' } })
  })

  test('a rejected hunk that comes back as it was is flagged', async () => {
    const pulls = await aPullWorld()
    await pulls.held({ round: aRound('1', { files: [aFile('plan.md', ['h1', 'h2'])] }) })
    const verdict = (hunk: string, verdict: 'accepted' | 'rejected') =>
      ({ path: 'plan.md', file: 'file:h1+h2', hunk, verdict, reason: 'Too much.' }) as const
    await pulls.submit('request_changes', { verdicts: [verdict('h1', 'accepted'), verdict('h2', 'rejected')] })
    await pulls.push('2', { round: aRound('2', { files: [aFile('plan.md', ['h1', 'h2', 'h3'])] }) })
    expect(await pulls.world.row('rounds', 'job-1:phase-1-strategic#2')).toMatchObject({
      returned: [{ path: 'plan.md', hash: 'h2', judged: { path: 'plan.md', hash: 'h2' } }],
    })
    expect(await pulls.world.events('review_stalled')).toMatchObject([{ data: { hunks: ['h2'] } }])
    expect(await pulls.world.row('marks', 'job-1:phase-1-strategic/rob')).toMatchObject({
      reviewed: 1,
      verdicts: [{ hunk: 'h1' }, { hunk: 'h2' }],
    })
  })

  test('what came back as it was rejected stays flagged over pushes of people, until it is gone', async () => {
    const pulls = await aPullWorld()
    const rejected = { path: 'plan.md', file: 'file:h1+h2', reason: 'No.', verdict: 'rejected' } as const
    await pulls.held({ round: aRound('1', { files: [aFile('plan.md', ['h1', 'h2'])] }) })
    await pulls.submit('request_changes', { verdicts: [{ ...rejected, hunk: null }] })
    await pulls.push('2', { round: aRound('2', { files: [aFile('plan.md', ['h1', 'h2']), aFile('a.md')] }) })
    await pulls.join('3', ADA, { files: [aFile('plan.md', ['h1', 'h2'])] })
    expect(await pulls.world.row('rounds', 'job-1:phase-1-strategic#3')).toMatchObject({
      returned: [{ path: 'plan.md', hash: 'file:h1+h2' }],
    })
    await pulls.join('4', ADA, { files: [aFile('plan.md', ['h1'])] })
    expect(await pulls.world.row('rounds', 'job-1:phase-1-strategic#4')).toMatchObject({ returned: [] })
  })

  test('the same complaint for the third time stops the job instead', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('request_changes', { threads: [aDraft('t1')] })
    for (const letter of ['2', '3']) {
      await pulls.push(letter)
      await pulls.revise()
      await pulls.say('t1', { do: 'reopen', text: 'Still there.' })
      if (letter === '2') await pulls.submit('request_changes')
    }
    await pulls.submit('request_changes')
    expect(await pulls.world.events('review_stalled')).toMatchObject([{ data: { threads: ['t1'] } }])
    expect(await pulls.world.job()).toMatchObject({ status: 'stopped' })
    await expect(pulls.push('4')).rejects.toMatchObject({ code: 'job_stopped' })
  })
})

describe('merging', () => {
  test.for([
    // level        first plan, later plan, work, end
    ['full', ['merges', 'merges', 'merges', 'merges']],
    ['review', ['merges', 'merges', 'merges', 'waits']],
    ['partial', ['waits', 'merges', 'merges', 'waits']],
    ['guided', ['waits', 'waits', 'merges', 'waits']],
    ['dependent', ['waits', 'waits', 'waits', 'waits']],
  ] as const)('%s', async ([level, expected]) => {
    const gates = [
      { kind: 'phase', phase: 'strategic', number: 1 },
      { kind: 'phase', phase: 'strategic', number: 3 },
      { kind: 'phase', phase: 'tactical', number: 2 },
      { kind: 'completion' },
    ] as const
    const said = []
    for (const gate of gates) {
      const pulls = await aPullWorld(`jobs/${level}`)
      const phase = gate.kind === 'phase' ? { number: gate.number, type: gate.phase } : { number: 1, type: 'strategic' }
      const { branch } = await pulls.open({ phase, gates: gatesOf(gate) })
      said.push(
        await pulls.claim(branch).then(
          () => 'merges',
          (error) => (error.code === 'not_approved' ? 'waits' : error),
        ),
      )
    }
    expect(said).toEqual(expected)
  })

  test('what nobody needs to approve is merged in the name of the policy', async () => {
    const pulls = await aPullWorld('jobs/full')
    await pulls.open()
    expect((await pulls.claim()).plan.reviewers).toEqual([])
    expect(await pulls.world.events('merge_claimed')).toMatchObject([
      { data: { permit: { by: 'policy' }, decisions: [{ verdict: 'allow' }] } },
    ])
  })

  test('claimed again after a crash, it is the same merge', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const first = await pulls.claim()
    pulls.world.pass(60)
    expect((await pulls.claim()).plan).toEqual(first.plan)
    expect(await pulls.world.events('merge_claimed')).toHaveLength(1)
    await pulls.merged()
    await pulls.merged()
    expect(await pulls.world.events('pull_merged')).toHaveLength(1)
  })

  test('an approval of an earlier round merges nothing', async () => {
    const pulls = await aPullWorld()
    const { id } = await pulls.held()
    await pulls.world.approve(id)
    await pulls.push('2')
    await expect(pulls.claim()).rejects.toMatchObject({
      code: 'not_approved',
      message: expect.stringContaining('by now'),
    })
  })

  test('a blocking thread that is taken up again after the approval stops the merge', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('comment', { threads: [aDraft('t1')] })
    await pulls.say('t1', { do: 'resolve' })
    await pulls.submit('approve')
    await pulls.say('t1', { do: 'reopen', text: 'No.' }, EVE)
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'unresolved_threads' })
  })

  test('what people are asked or have said no to is not merged because the policy became freer', async () => {
    const pulls = await aPullWorld()
    const { id } = await pulls.held()
    const { job, tenant } = await pulls.pull()
    await pulls.world.run(changePolicy, { job, by: ADA, policy: aPolicy('jobs/full'), tenant })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
    await pulls.world.review(id, { answer: 'reject', reason: 'Never.' })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'pull_ended' })
  })

  test.for([
    ['taken back', takeBack],
    ['given to another tree', approveAnother],
    ['spent on a merge that was not made', missTheBase],
    ['forgotten by a restore', forget],
  ] as const)(
    'an approval that was %s leaves the work to people, whatever the policy says by now',
    async ([, lose]) => {
      const pulls = await aPullWorld()
      const first = await pulls.held()
      await lose(pulls, first)
      const { job, tenant } = await pulls.pull()
      await pulls.world.run(changePolicy, { job, by: ADA, policy: aPolicy('jobs/full'), tenant })
      await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })

      const pull = await pulls.push('2')
      const second = await pulls.hold(pull)
      expect(second).toMatchObject({ status: 'pending', decision: { verdict: 'allow' } })
      expect(whyHeld(second.decision)).toContain('asked about this before')
      await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
      await pulls.submit('approve')
      expect((await pulls.claim()).plan.reviewers).toEqual(['rob'])
    },
  )

  test('a revision about bytes that were not offered is refused, and so is an approval of it', async () => {
    const pulls = await aPullWorld()
    const { id, gate } = await pulls.held()
    await pulls.submit('request_changes', { text: 'Again.' })
    const { job } = await pulls.pull()
    const content = pullContent({ ...(await pulls.pull()), head: oid('eee1'), tree: oid('eee2') }, gate)
    const answers = [{ number: 1, did: 'fixed' as const, text: 'Done.' }]
    const revised = pulls.world.run(reviseCheckpoint, {
      tenant: LOCAL,
      checkpoint: id,
      job,
      by: SCOUT,
      gate,
      content,
      answers,
    })
    await expect(revised).rejects.toMatchObject({ code: 'head_moved' })
  })

  test('an approval that no longer fits the newest round is refused where it is given', async () => {
    const pulls = await aPullWorld()
    const { id } = await pulls.held()
    await pulls.push('2')
    await expect(pulls.world.approve(id)).rejects.toMatchObject({ code: 'stale_content' })
  })

  test('whoever pushed does not approve, also after the agent has brought the next round', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.join('2', ROB)
    await pulls.submit('request_changes', { by: ROB, text: 'Go on from mine.' })
    await pulls.push('3')
    await pulls.revise()
    await expect(pulls.submit('approve', { by: ROB })).rejects.toMatchObject({ code: 'self_approval' })
    expect(await pulls.submit('approve', { by: EVE })).toMatchObject({ status: 'approved' })
  })

  test('a merge that was claimed is not made after the kill switch was thrown', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    await pulls.claim()
    await pulls.world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Stop.' })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'halted' })
  })

  test.for([
    ['called off', (pulls) => pulls.world.run(cancelJob, { job: JOB, by: ROB, tenant: null, reason: 'Enough.' })],
    [
      'failed',
      async (pulls) => {
        await pulls.submit('approve')
        const how = { status: 'failed', reason: 'Enough.', outcome: null } as const
        await pulls.world.run(endJob, { tenant: LOCAL, job: JOB, by: SCOUT, ...how })
      },
    ],
  ] satisfies [string, (pulls: PullWorld) => Promise<unknown>][])(
    'a job that is %s takes its pull request along, here and on the forge',
    async ([, end]) => {
      const pulls = await aPullWorld()
      await pulls.held()
      const pull = await pulls.pull()
      const hosted = { forge: 'gitea', number: 7, url: 'https://forge.example/7', head: pull.head } as const
      await pulls.world.run(hostPull, { pull: pull.id, by: SCOUT, hosted })
      await end(pulls)
      expect(await pulls.pull()).toMatchObject({ status: 'closed', ended_at: expect.any(String) })
      expect(await pulls.world.events('pull_closed')).toMatchObject([{ data: { reason: 'Enough.' } }])
      const effects = await pulls.world.store.dueEffects(10)
      expect(effects).toContainEqual(expect.objectContaining({ kind: 'close_hosted', body: { pull: pull.id } }))
    },
  )

  test('what is being merged when its job is called off is closed only once that came to nothing', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const { pull } = await pulls.claim()
    await pulls.world.run(cancelJob, { job: JOB, by: ROB, tenant: null, reason: 'Enough.' })
    expect(await pulls.pull()).toMatchObject({ status: 'open' })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'job_ended' })
    await pulls.world.run(recordMerge, { pull: pull.id, outcome: { refused: 'base_moved', reason: 'main moved.' } })
    expect(await pulls.pull()).toMatchObject({ status: 'closed', merge: null, commit: null })
  })

  test('a merge that is stuck is told once for each thing that is wrong, and no longer once it is made or comes to nothing', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const { id } = await pulls.pull()
    const note = (code: string, reason: string) => pulls.world.run(noteStuck, { pull: id, by: SCOUT, code, reason })
    await note('disk_full', 'Nobody merges it yet.')
    expect(await pulls.world.events('merge_stuck')).toEqual([])
    await pulls.claim()
    await note('disk_full', 'No room for pack-1.')
    await note('disk_full', 'No room for pack-2.')
    expect((await pulls.pull()).stuck).toMatchObject({ code: 'disk_full', reason: 'No room for pack-1.' })
    await note('repository_broken', 'It is damaged.')
    expect(await pulls.world.events('merge_stuck')).toHaveLength(2)
    // The claim stands, so that nobody changes what is merged in the end.
    await expect(pulls.join('9')).rejects.toMatchObject({ code: 'pull_merging' })
    expect(await pulls.merged()).toMatchObject({ status: 'merged' })
    expect((await pulls.pull()).stuck).toBeUndefined()
  })

  test('nothing is pushed between the permission and the merge', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    await pulls.claim()
    await expect(pulls.join('2')).rejects.toMatchObject({ code: 'pull_merging' })
    await expect(pulls.push('2')).rejects.toMatchObject({ code: 'pull_merging' })
  })

  test('where the base moved, the merge is refused and has to be approved again', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const { pull } = await pulls.claim()
    const refused = { pull: pull.id, outcome: { refused: 'base_moved', reason: 'main moved.' } } as const
    await pulls.world.run(recordMerge, refused)
    // Somebody else tried under the same claim, and hears no more than that.
    expect(await pulls.world.run(recordMerge, refused)).toMatchObject({ status: 'open', merge: null })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
    expect(await pulls.pull()).toMatchObject({ status: 'open', merge: null })
  })

  test('where only the forge does not want it yet, the same approval permits another claim', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const { pull } = await pulls.claim()
    const outcome = { refused: 'not_mergeable', reason: 'Checks are missing.' } as const
    await pulls.world.run(recordMerge, { pull: pull.id, outcome })
    expect(await pulls.pull()).toMatchObject({ status: 'open', merge: null })
    expect((await pulls.claim()).plan.reviewers).toEqual([PersonId.parse('rob')])
  })

  test('a merge that nobody permitted is not recorded', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await expect(pulls.merged()).rejects.toMatchObject({ code: 'pull_ended' })
  })

  test.for([
    ['nobody has answered', async () => undefined],
    [
      'the agent took the question back, under whatever name',
      async (pulls) => {
        const { checkpoint, job } = await pulls.pull()
        const back = { tenant: LOCAL, job, checkpoint: checkpoint!, by: SCOUT, reason: 'Mine.' }
        await pulls.world.run(withdrawCheckpoint, { ...back, status: 'superseded' })
      },
    ],
    [
      'something newer than the approved stands on the branch',
      async (pulls) => {
        await pulls.submit('approve')
        await pulls.join('2')
      },
    ],
  ] satisfies [string, (pulls: PullWorld) => Promise<unknown>][])(
    'invariant 1: a merge that was found is not recorded where %s',
    async ([, happens]) => {
      const pulls = await aPullWorld()
      await pulls.held()
      await happens(pulls)
      const { id, head } = await pulls.pull()
      const found = pulls.world.run(recordMerge, { pull: id, found: head, outcome: { commit: oid('fe') } })
      await expect(found).rejects.toMatchObject({ code: 'not_approved' })
      expect(await pulls.pull()).toMatchObject({ status: 'open', commit: null })
    },
  )

  test('a merge that was found is recorded where exactly that commit was approved, and not of another one', async () => {
    const pulls = await aPullWorld()
    await pulls.held()
    await pulls.submit('approve')
    const { id, head } = await pulls.pull()
    const outcome = { commit: oid('fe') }
    const other = pulls.world.run(recordMerge, { pull: id, found: oid('ab'), outcome })
    await expect(other).rejects.toMatchObject({ code: 'not_approved' })
    expect(await pulls.world.run(recordMerge, { pull: id, found: head, outcome })).toMatchObject({ status: 'merged' })
  })

  test('a trailer that the agent forged is quoted', async () => {
    const pulls = await aPullWorld()
    const pull = await pulls.open({ description: 'Good.\nReviewed-by: ada' })
    await pulls.hold(pull)
    await pulls.submit('approve')
    const { plan } = await pulls.claim()
    expect(plan.message).toContain('> Reviewed-by: ada')
    expect(plan.reviewers).toEqual([PersonId.parse('rob')])
  })
})

/** The agent changes what was approved, and brings better evidence for it. */
async function approveAnother(pulls: PullWorld): Promise<void> {
  await pulls.submit('approve')
  await pulls.push('9')
}

/** Somebody wants it changed after all, while a blocking thread still keeps it from being merged. */
async function takeBack(pulls: PullWorld): Promise<void> {
  await pulls.submit('comment', { threads: [aDraft('t1', { kind: 'question' })] })
  await pulls.submit('approve')
  await pulls.submit('request_changes', { by: EVE, text: 'Not like this.' })
}

async function missTheBase(pulls: PullWorld): Promise<void> {
  await pulls.submit('approve')
  await pulls.claim()
  const outcome = { refused: 'base_moved', reason: 'main has moved.' } as const
  await pulls.world.run(recordMerge, { pull: (await pulls.pull()).id, outcome })
}

async function forget(pulls: PullWorld, { id }: Checkpoint): Promise<void> {
  await pulls.submit('approve')
  await pulls.world.run(forgetApproval, { checkpoint: id })
}
