import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openContext, TEND_EVERY_MS } from '../../src/compose.ts'
import { Policies } from '../../src/engine/policies.ts'
import type { Store } from '../../src/engine/ports.ts'
import { expectPush } from '../../src/engine/pull/expect-push.ts'
import { answeredBefore, runCommand } from '../../src/engine/run-command.ts'
import { backUp, restore, verifyKeptRows } from '../../src/look-after.ts'
import type { Idempotency } from '../../src/model/idempotency.ts'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import type { Pull } from '../../src/model/pull.ts'
import { Keeper } from '../../src/sdk/keeper.ts'
import { Leeway } from '../../src/sdk/leeway.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import type { GivenReview } from '../../src/sdk/pull-desk.ts'
import { leaseOf } from '../../src/sdk/session.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { draft, git, held, NIT, ref, review } from './held-plan.ts'

test('the work of a phase is held as a pull request, and merged as one commit when a person approves', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  expect(run).toMatchObject({ status: 'held' })
  expect(pull).toMatchObject({ branch: 'phase-1-strategic', round: 1, title: 'The plan' })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('The plan\nBegin\n')
  expect(git(house, 'log', '-1', '--format=%b', 'main')).toContain('Reviewed-by: ada')
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
  expect(git(house, 'branch', '--format=%(refname:short)').trim()).toBe('main')
})

test('an approval is merged by whoever keeps the house, without the agent', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  await held(house)
  await house.answerAll({ answer: 'approve' })
  await expect.poll(async () => git(house, 'log', '--format=%s', 'main'), { timeout: 5000 }).toBe('The plan\nBegin\n')
})

test('a review goes back to the agent as data, and every thread gets an answer', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: unknown[] = []
  const work: PhaseWork = (workspace, feedback) => {
    heard.push(feedback)
    return plan(workspace, feedback)
  }
  const { leeway, run, pull } = await held(house, work)
  const view = await house.desk.pulls.read(pull?.id as never)
  const about = { pull: view.pull.id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', text: 'Nearly.', threads: [draft('t1')] })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toMatchObject({
    verdict: 'changes_requested',
    text: 'Nearly.',
    threads: [{ id: 't1', kind: 'blocking', anchor: { path: 'plan.md', first: 2, quote: ['two'] } }],
    unanswered: ['t1'],
  })
  const second = await house.desk.pulls.read(view.pull.id)
  expect(second.pull).toMatchObject({ round: 2, unanswered: [], blocking: ['t1'] })
  expect(second.threads).toMatchObject([{ state: 'addressed', answers: [{ did: 'fixed', round: 2 }] }])
  const since = await house.desk.pulls.diff(view.pull.id, { since: 1 })
  expect(since.files.map(({ path }) => path)).toEqual(['plan.md'])
  await house.desk.pulls.talk({ pull: view.pull.id, thread: ThreadId.parse('t1'), do: 'resolve' })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('one\nTWO\nthree\n')
  expect(git(house, 'fsck', '--strict')).toBe('')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('a hunk that somebody rejects reaches the agent with its lines, not only with a hash', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: (Feedback | null)[] = []
  let words = ''
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    heard.push(feedback)
    words = (await workspace.read('feedback.md')) ?? ''
    return plan(workspace, feedback)
  })
  const { files } = await house.desk.pulls.diff(pull!.id)
  const shown = files.find(({ path }) => path === 'plan.md')!
  const hunk = shown.hunks[0]!.hash
  const no = { path: 'plan.md', file: shown.hash, verdict: 'rejected' } as const
  const verdicts = [
    { ...no, hunk, reason: 'Not two.' },
    { ...no, hunk: null, reason: 'Nor the rest.' },
  ]
  await review(house, pull!.id, { answer: 'request_changes', verdicts })
  await leeway.resume(run.job)
  expect(heard.at(-1)?.rejected).toMatchObject([
    { hunk, place: { new: { start: 1, count: 3 } }, quote: ['+one', '+two', '+three'] },
    { hunk: null, place: null, quote: [] },
  ])
  expect(words).toContain('- plan.md:1-3: Not two.\n\n    +one\n    +two\n    +three\n')
  expect(words).toContain('- plan.md: Nor the rest.')
})

test('the agent reads the threads from the top down, whatever their ids are', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const read: (readonly string[])[] = []
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    read.push((feedback?.threads ?? []).map(({ id }) => id))
    return plan(workspace, feedback)
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  const on = (id: string, line: number, text: string) => {
    const place = { first: line, last: line, quote: [text], before: [], after: [] }
    return draft(id, { anchor: { ...draft(id).anchor!, ...place } })
  }
  const threads = [on('a', 3, 'three'), on('c', 1, 'one'), on('b', 2, 'two')]
  await review(house, pull.id, { answer: 'request_changes', threads })
  await leeway.resume(run.job)
  expect(read).toEqual([[], ['c', 'b', 'a']])
})

test('who says everything in threads is answered there, and nowhere else', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  let words = ''
  let remarks: readonly string[] = []
  const work: PhaseWork = async (workspace, feedback) => {
    words = (await workspace.read('feedback.md')) ?? ''
    remarks = feedback?.remarks.map(({ text }) => text) ?? []
    return plan(workspace, feedback)
  }
  const { leeway, run, pull } = await held(house, work)
  const id = pull!.id
  await review(house, id, { answer: 'request_changes', threads: [draft('t1'), draft('t2', NIT)] })
  // The same when it is run again from what is recorded.
  for (const round of [2, 2]) {
    expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
    expect((await house.desk.pulls.read(id)).pull).toMatchObject({ round, unanswered: [] })
  }
  expect(remarks).toEqual([])
  expect(words).toContain('2 comments.\n')
  expect(words).not.toContain('Remark 1')
  expect(words.match(/^### t[12] /gm)).toHaveLength(2)
  const { checkpoint } = await house.desk.pulls.read(id)
  expect(checkpoint).toMatchObject({
    sent_back: false,
    remarks: [{ text: '2 comments.', wordless: true, answer: null }],
  })
  // Words of one's own are answered as ever.
  await review(house, id, { answer: 'request_changes', text: 'Shorter.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect(remarks).toEqual(['Shorter.'])
})

test('comments that come with an approval are answered before what was approved is merged', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: (Feedback | null)[] = []
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    heard.push(feedback)
    await workspace.step('write', (files) => files.write('plan.md', 'one\ntwo\nthree\n'))
    const answer = { did: 'declined', text: 'Our plans have none.' } as const
    return {
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...answer })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, ...answer })),
    }
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'comment', text: 'I like it.' })
  await review(house, pull.id, { answer: 'approve', threads: [draft('t1', NIT)] })
  await new Promise((resolve) => setTimeout(resolve, 2 * TEND_EVERY_MS))
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(heard).toMatchObject([null, { verdict: 'approved', unanswered: ['t1'], remarks: [{ text: 'I like it.' }] }])
  const { pull: merged, threads, checkpoint } = await house.desk.pulls.read(pull.id)
  expect(merged).toMatchObject({ round: 1, status: 'merged', head: pull.head, unanswered: [] })
  expect(threads).toMatchObject([{ id: 't1', answers: [{ did: 'declined', text: 'Our plans have none.' }] }])
  expect(checkpoint?.remarks).toMatchObject([{ text: 'I like it.', answer: { did: 'declined' } }])
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
})

/** Says something else of its work every time, and answers everything. */
const telling =
  (changes: boolean): PhaseWork =>
  async (workspace, feedback) => {
    const round = feedback === null ? 'one' : 'two'
    await workspace.step('write', (files) => files.write('plan.md', `${changes ? round : 'one'}\n`))
    return {
      ...{ title: `Round ${round}`, description: `What we learned in round ${round}.` },
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text: 'Done.' })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })),
    }
  }

test.for([true, false])(
  'what the agent says of its newest round is shown and merged (a file has changed: %s)',
  async (changes) => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    const { leeway, run, pull } = await held(house, telling(changes))
    if (pull === undefined) throw new Error('Nothing is held.')
    await review(house, pull.id, { answer: 'request_changes', text: 'Louder.' })
    expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
    const { pull: again, checkpoint } = await house.desk.pulls.read(pull.id)
    expect(again).toMatchObject({ round: 2, title: 'Round two', description: 'What we learned in round two.' })
    expect(checkpoint).toMatchObject({ title: 'Round two' })
    await review(house, pull.id, { answer: 'approve' })
    expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed' })
    expect(git(house, 'log', '-1', '--format=%B', 'main')).toMatch(/^Round two\n\nWhat we learned in round two\.\n/)
  },
)

test('an agent that only answers an approval merges the words that were approved, whatever it says by then', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, telling(false))
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'approve', threads: [draft('t1', { ...NIT, anchor: null })] })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed' })
  expect(await house.log('threads_answered')).toHaveLength(1)
  expect(git(house, 'log', '-1', '--format=%B', 'main')).toMatch(/^Round one\n\nWhat we learned in round one\.\n/)
})

test('a comment that somebody resolves needs no answer: what was approved is merged without the agent', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { pull } = await held(house)
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'approve', threads: [draft('t1', NIT), draft('t2', NIT)] })
  await house.desk.pulls.talk({ pull: pull.id, thread: ThreadId.parse('t1'), do: 'resolve' })
  await new Promise((resolve) => setTimeout(resolve, 2 * TEND_EVERY_MS))
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  await house.desk.pulls.talk({ pull: pull.id, thread: ThreadId.parse('t2'), do: 'resolve' })
  await expect.poll(async () => git(house, 'log', '--format=%s', 'main'), { timeout: 5000 }).toBe('The plan\nBegin\n')
})

test('what is merged while the agent is about to answer is merged, and its job is done', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const merged = async () => (await house.log('pull_merged')).length > 0
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    if (feedback?.verdict === 'approved') {
      await house.desk.pulls.talk({ pull: pull?.id as PullId, thread: ThreadId.parse('t1'), do: 'resolve' })
      await vi.waitFor(async () => (await merged()) || Promise.reject(new Error('Not yet.')), 5000)
    }
    return plan(workspace, feedback)
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
  expect(await house.log('pull_merged')).toHaveLength(1)
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('what the agent changes for a comment on what was approved is reviewed again', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const { pull: again, checkpoint } = await house.desk.pulls.read(pull.id)
  expect(again).toMatchObject({ round: 2, status: 'open', unanswered: [] })
  expect(checkpoint).toMatchObject({ status: 'pending' })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'ls-tree', '--name-only', 'main')).not.toContain('feedback.md')
  expect(git(house, 'show', 'main:plan.md')).toBe('one\nTWO\nthree\n')
})

test.for<[string, Partial<GivenReview>]>([
  ['comment', { text: 'Is that all?' }],
  ['approve', { threads: [draft('t1', NIT)] }],
])('an agent that passes over what came with a %s gets nothing merged', async ([answer, said]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, async (workspace) => {
    await workspace.step('write', (files) => files.write('plan.md', 'one\ntwo\nthree\n'))
    return {}
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: answer as 'comment', ...said })
  if (answer === 'comment') await review(house, pull.id, { answer: 'approve' })
  await expect(leeway.resume(run.job)).rejects.toMatchObject({ code: 'unanswered_remarks' })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
})

test('an answer to a thread that is not there is refused by its id, and the program goes on once it is mended', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const strays = ['t9']
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    await workspace.step('write', (files) => files.write('plan.md', `one\ntwo\n${feedback?.round}\n`))
    const threads = feedback === null ? [] : [...feedback.unanswered, ...strays]
    return { answers: threads.map((thread) => ({ thread, did: 'fixed', text: 'Done.' })) as never }
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'request_changes', threads: [draft('t1', { anchor: null })] })
  const refused = { code: 'invalid_input', message: expect.stringContaining('no thread "t9"') }
  await expect(leeway.resume(run.job)).rejects.toMatchObject(refused)
  expect((await house.desk.job(run.job)).job.status).not.toBe('failed')
  expect((await house.desk.pulls.read(pull.id)).pull.round).toBe(1)
  strays.pop()
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const after = await house.desk.pulls.read(pull.id)
  expect(after).toMatchObject({ pull: { round: 2 }, threads: [{ id: 't1', state: 'addressed' }] })
})

test('a comment follows its lines over a round, and is outdated when they are gone', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    const text = feedback === null ? 'one\ntwo\nthree\n' : 'zero\none\ntwo\nTHREE\n'
    await workspace.step('write', (files) => files.write('plan.md', text))
    const no = { did: 'declined', text: 'No.' } as const
    return {
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...no })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, ...no })),
    }
  })
  const view = await house.desk.pulls.read(pull?.id as never)
  const about = { pull: view.pull.id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  const third = {
    path: 'plan.md',
    side: 'new',
    kind: 'lines',
    first: 3,
    last: 3,
    quote: ['three'],
    before: [],
    after: [],
  } as const
  await house.desk.pulls.submit({
    ...about,
    answer: 'request_changes',
    threads: [draft('t1'), draft('t2', { anchor: third })],
  })
  await leeway.resume(run.job)
  const { threads } = await house.desk.pulls.read(view.pull.id)
  expect(threads).toMatchObject([
    { id: 't1', state: 'open', place: { path: 'plan.md', first: 3, last: 3 } },
    { id: 't2', state: 'outdated', place: null, anchor: { quote: ['three'] } },
  ])
})

test('what was written of one round and submitted in the next stands on its own lines, or is outdated', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { pull } = await held(house)
  const { id, head } = pull!
  await house.desk.pulls.commit({ pull: id, head, changes: { 'plan.md': 'zero\ntwo again\none\ntwo\n' } })
  const three = { ...draft('x').anchor!, first: 3, last: 3, quote: ['three'], before: ['one', 'two'], after: [] }
  const threads = [draft('moved', { round: 1 }), draft('gone', { round: 1, anchor: three })]
  await review(house, id, { answer: 'comment', threads })
  const { threads: after } = await house.desk.pulls.read(id)
  expect(after.find((thread) => thread.id === 'moved')).toMatchObject({ state: 'open', place: { first: 4, last: 4 } })
  expect(after.find((thread) => thread.id === 'gone')).toMatchObject({ state: 'outdated', place: null, round: 1 })
})

test('an agent that passes over a thread is told so, and can be mended and run again', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, async (workspace) => {
    await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
    return undefined
  })
  const view = await house.desk.pulls.read(pull?.id as never)
  const about = { pull: view.pull.id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', threads: [draft('t1', { anchor: null })] })
  await expect(leeway.resume(run.job)).rejects.toMatchObject({ code: 'unanswered_remarks' })
  expect((await house.desk.job(run.job)).job.status).not.toBe('failed')
})

test.for([
  ['without words', { text: ' ' }],
  ['in words that are none', { text: 7 }],
  ['by something that we have no word for', { did: 'ignored' }],
  ['in a commit that is no name of one', { commit: '\u001b[2J' }],
  ['in a commit that is not there', { commit: 'f'.repeat(40) }],
] as const)('an agent that answers %s has not answered', async ([, more]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    const answers = (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text: 'Done.', ...more }))
    await workspace.step('write', (files) => files.write('plan.md', `${feedback === null ? 'one\n' : ''}two\nthree\n`))
    return { answers: answers as never }
  })
  if (pull === undefined) throw new Error('Nothing was offered.')
  await review(house, pull.id, { answer: 'request_changes', threads: [draft('t1')] })
  await expect(leeway.resume(run.job)).rejects.toMatchObject({ code: 'unanswered_remarks' })
  expect((await house.desk.pulls.read(pull.id)).threads).toMatchObject([{ state: 'open', answers: [] }])
  expect((await house.desk.job(run.job)).job.status).not.toBe('failed')
})

test('where nobody looks there is no pull request, and the branch stays in the history', async () => {
  const house = await aHouse()
  const { run, pull } = await held(house, plan, 'jobs/full')
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: null } })
  expect(pull).toBeUndefined()
  expect(git(house, 'for-each-ref', '--format=%(refname)', 'refs/leeway')).toContain('phase-1-strategic')
})

test('what an agent says without end is cut, so that the commit that it becomes can be read', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/full', onHold: 'throw' })
  const work: PhaseWork = async (workspace) => {
    await workspace.step('write', (files) => files.write(`${workspace.branch}.md`, 'x\n'))
    return { description: 'word '.repeat(300_000) }
  }
  const program = leeway.program(ref('work'), async (job) => [
    await job.phase({ number: 1, type: 'tactical' }, work),
    await job.phase({ number: 2, type: 'tactical' }, work),
  ])
  const run = await leeway.start(program, { key: 'a', input: null })
  expect(run).toMatchObject({ status: 'completed', result: [{ outcome: 'merged' }, { outcome: 'merged' }] })
  expect(git(house, 'log', '-1', '--format=%b', 'main')).toContain('\n\n(cut)\n\n')
})

test('what a person commits is part of what is merged, and the agent hears of it', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: unknown[] = []
  const { leeway, run, pull } = await held(house, (workspace, feedback) => {
    heard.push(feedback)
    return feedback === null
      ? plan(workspace, feedback)
      : Promise.resolve({ remarks: feedback.remarks.map(({ number }) => ({ number, did: 'fixed', text: 'Yes.' })) })
  })
  const id = pull?.id as never
  const first = await house.desk.pulls.read(id)
  await house.desk.pulls.commit({
    pull: id,
    head: first.pull.head,
    changes: { 'plan.md': 'mine\n' },
    message: 'My way',
  })
  const view = await house.desk.pulls.read(id)
  expect(view).toMatchObject({ pull: { round: 2 }, checkpoint: { revision: 2, edited_by: ['ada'] } })
  const about = { pull: id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', text: 'Go on from mine.' })
  await leeway.resume(run.job)
  expect(heard.at(-1)).toMatchObject({ commits: [{ author: 'ada', message: 'My way' }] })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed' })
  expect(git(house, 'show', 'main:plan.md')).toBe('mine\n')
})

test('a rejected phase is closed, and entered again on a branch of its own', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('twice'), async (job) => [
    await job.phase(PLAN, plan),
    await job.phase(PLAN, plan),
  ])
  const run = await leeway.start(program, { key: 'a', input: null })
  await house.answerAll({ answer: 'reject', reason: 'Not this.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const [pull] = (await house.desk.pulls.list()).rows
  expect(pull).toMatchObject({ branch: 'phase-1-strategic-rev-2' })
  expect(git(house, 'branch', '--format=%(refname:short)')).toBe('main\nphase-1-strategic-rev-2\n')
  expect(git(house, 'for-each-ref', '--format=%(refname)', 'refs/leeway')).toContain('phase-1-strategic')
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({
    status: 'completed',
    result: [{ outcome: 'rejected', reason: 'Not this.' }, { outcome: 'merged' }],
  })
})

/** A program with two phases at once, each of which writes a file of its own. */
function twoAtOnce(leeway: Leeway) {
  const write =
    (path: string): PhaseWork =>
    async (workspace) => {
      await workspace.step('write', (files) => files.write(path, `${path}\n`))
      return undefined
    }
  return leeway.program(ref('both'), (job) =>
    Promise.all([
      job.phase({ number: 1, type: 'tactical' }, write('a.txt')),
      job.phase({ number: 2, type: 'tactical' }, write('b.txt')),
    ]),
  )
}

test('where main moved meanwhile, the work is reviewed again on the new base', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/dependent', onHold: 'wait' })
  const program = twoAtOnce(leeway)
  const waiting = async (count: number) => {
    await expect.poll(async () => (await house.desk.checkpoints()).rows.length, { timeout: 10_000 }).toBe(count)
  }
  const run = leeway.start(program, { key: 'a', input: null, onHold: 'wait' })
  await waiting(2)
  await house.answerAll({ answer: 'approve' })
  await waiting(1)
  expect(await house.log('merge_refused')).toMatchObject([{ data: { why: 'base_moved' } }])
  await house.answerAll({ answer: 'approve' })
  expect(await run).toMatchObject({ status: 'completed', result: [{ outcome: 'merged' }, { outcome: 'merged' }] })
  expect(git(house, 'ls-tree', '--name-only', 'main')).toBe('a.txt\nb.txt\nworkspace.md\n')
})

test('of two phases at once the one that is approved is merged while the other waits, and nobody is asked twice', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/dependent' })
  const program = twoAtOnce(leeway)
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const asked = (await house.desk.checkpoints()).rows
  const ofB = asked.find(({ pull }) => pull?.endsWith('phase-2-tactical'))
  await house.answer(ofB?.id ?? '', { answer: 'approve' })

  expect(await leeway.resume(job)).toMatchObject({ status: 'held', holds: [{}] })
  expect(git(house, 'ls-tree', '--name-only', 'main')).toBe('b.txt\nworkspace.md\n')
  expect((await house.log('phase_recorded')).map(({ data }) => data.call.name)).toContain('phase-2-tactical')
  expect(await house.log('checkpoint_opened')).toHaveLength(2)
  // Whoever approves the other now saw another `main`, so it is reviewed again.
  for (const status of ['held', 'completed']) {
    await house.answerAll({ answer: 'approve' })
    expect(await leeway.resume(job)).toMatchObject({ status })
  }
  expect(git(house, 'ls-tree', '--name-only', 'main')).toBe('a.txt\nb.txt\nworkspace.md\n')
})

test('where two phases changed the same lines, the agent settles it on the branch before anybody looks', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/full' })
  const heard: unknown[] = []
  const program = leeway.program(ref('clash'), (job) =>
    job.phase({ number: 1, type: 'tactical' }, async (outer, feedback) => {
      if (feedback === null) {
        await outer.step('write', (files) => files.write('plan.md', 'outer\n'))
        await job.phase({ number: 2, type: 'tactical' }, async (inner) => {
          await inner.step('write', (files) => files.write('plan.md', 'inner\n'))
          return undefined
        })
        return undefined
      }
      heard.push(feedback.conflicts, await outer.read('plan.md'))
      await outer.step('settle', (files) => files.write('plan.md', 'both\n'))
      return undefined
    }),
  )
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({ result: { outcome: 'merged' } })
  expect(heard).toEqual([['plan.md'], expect.stringContaining('<<<<<<<')])
  expect(git(house, 'show', 'main:plan.md')).toBe('both\n')
})

test('what a person pushes after the approval is reviewed again, and the job lives on', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  const id = pull?.id as never
  // Nothing is merged meanwhile.
  await house.desk.setKillSwitch({ of: 'all' }, true, 'Wait.')
  await house.answerAll({ answer: 'approve' })
  const { head } = (await house.desk.pulls.read(id)).pull
  await house.desk.pulls.commit({ pull: id, head, changes: { 'plan.md': 'mine\n' } })
  await house.desk.setKillSwitch({ of: 'all' }, false, 'Go on.')
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

test('an approval that a backup held merges nothing after it was restored', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, pull } = await held(house)
  await house.desk.setKillSwitch({ of: 'all' }, true, 'Wait.')
  await house.answerAll({ answer: 'approve' })
  await leeway.close()
  const file = join(house.root, 'backup.db')
  await backUp({ root: house.root, file })
  const elsewhere = await aFolder()
  expect(await restore({ root: elsewhere, file })).toMatchObject({ approvals: 1 })
  expect(pull?.status).toBe('open')
})

test('an agent that commits a secret is refused, and nothing of it is kept anywhere', async () => {
  const house = await aHouse()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const { run } = await held(house, async (workspace) => {
    await workspace.step('write', (files) => files.write('plan.md', `one\n${secret}\n`))
    return undefined
  })
  expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('plan.md: Line 2') })
  expect(JSON.stringify([run, await house.log('step_recorded'), await house.log('job_moved')])).not.toContain(secret)
  expect(git(house, 'log', '--all', '--topo-order', '--format=%s')).toBe('Introduce the job\nBegin\n')
})

/** Opens Leeway so that something happens right after the n-th look at the branch, before anything is asked. */
async function openWith(house: House, after: (look: number) => Promise<unknown>): Promise<Leeway> {
  const context = await openContext({ root: house.root, onHold: 'throw', tellHolds: false })
  let looks = 0
  const append: Store['append'] = async (write) => {
    const appended = await context.store.append(write)
    const isLook = write.events.some(({ type, data }) => type === 'step_recorded' && data.call.name.endsWith('look'))
    if (isLook) await after(++looks)
    return appended
  }
  const store = new Proxy(context.store, {
    get: (target, name) => {
      const own = name === 'append' ? append : Reflect.get(target, name)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
  const keeper = new Keeper({ ...context, store })
  await keeper.open(TEND_EVERY_MS)
  const leeway = new Leeway({ ...context, store }, keeper, { agent: 'scout', policy: 'jobs/guided' })
  onTestFinished(() => leeway.close())
  return leeway
}

test('what a person pushes between the last look and the question is taken up as the next round', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: (Feedback | null)[] = []
  const work: PhaseWork = async (workspace, feedback) => {
    heard.push(feedback)
    await workspace.step('write', (files) => files.write(`round-${heard.length}.md`, 'x\n'))
    const remarks = (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed' as const, text: 'Done.' }))
    return { remarks }
  }
  const push = async (text: string) => {
    const [pull] = (await house.desk.pulls.list()).rows
    if (pull) await house.desk.pulls.commit({ pull: pull.id, head: pull.head, changes: { [text]: 'mine\n' } })
  }
  // The first look and the third one are followed by a push: once before a question, once before a revision.
  const leeway = await openWith(house, async (look) =>
    look === 1 || look === 3 ? push(`pushed-${look}.md`) : undefined,
  )
  const program = leeway.program(ref('work'), (job) => job.phase(PLAN, work))
  const run = await leeway.start(program, { key: 'a', input: null })
  expect([run.status, heard.at(-1)]).toMatchObject([
    'held',
    { text: 'Somebody has pushed to the branch.', remarks: [] },
  ])
  expect(heard.at(-1)?.commits).toMatchObject([{ author: 'ada' }])

  await house.answerAll({ answer: 'request_changes', reason: 'Nearly.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  // What was wanted is still to be answered when the push has been taken up.
  expect(heard.at(-1)).toMatchObject({ text: 'Somebody has pushed to the branch.', remarks: [{ text: 'Nearly.' }] })
  const rounds = heard.length
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(heard.length).toBe(rounds)
  expect(git(house, 'ls-tree', '--name-only', 'main').split('\n')).toEqual(
    expect.arrayContaining(['pushed-1.md', 'pushed-3.md', 'round-1.md', 'round-2.md']),
  )
})

/** A commit of Ada's that is written and expected, and has not moved the branch yet. */
async function expected(house: House, under?: Idempotency) {
  await house.desk.setSolo(true)
  const { leeway, pull } = await held(house)
  if (pull === undefined) throw new Error('Nothing was offered.')
  return { leeway, pull, ...(await expectedOn(house, pull, under)) }
}

async function expectedOn(house: House, pull: Pull, under?: Idempotency) {
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  const to = git(house, ...who, 'commit-tree', `${pull.head}^{tree}`, '-p', pull.head, '-m', 'Mine').trim()
  const ports = { store: house.store, policies: new Policies(catalog) }
  await runCommand(ports, expectPush, { pull: pull.id, by: { kind: 'person', id: 'ada' }, on: pull.head, to, under })
  return { to }
}

test('a commit that landed while the server was killed joins the review by itself when the house is kept again', async () => {
  const house = await aHouse()
  const under = { owner: 'ada', key: 'k', request: 'r' }
  const { leeway, pull, to } = await expected(house, under)
  await leeway.close()
  git(house, 'update-ref', `refs/heads/${pull.branch}`, to)
  await house.open()
  const joined = { round: 2, head: to, pushed_by: ['ada'], landing: null }
  expect((await house.store.get('pulls', pull.id))?.row).toMatchObject(joined)
  // Whoever was not told asks again under their key.
  expect(await answeredBefore(house, under)).toMatchObject({ round: 2, head: to })
})

test('a commit that landed while another process was killed joins as soon as that process is missed', async () => {
  const house = await aHouse()
  const { pull, to } = await expected(house)
  git(house, 'update-ref', `refs/heads/${pull.branch}`, to)
  await house.store.lease(leaseOf('gone'), JSON.stringify(['elsewhere', 1, null, 'gone']), 0.001)
  await expect.poll(async () => (await house.store.get('pulls', pull.id))?.row.head, { timeout: 5000 }).toBe(to)
})

test('a commit that landed while the server was killed joins the review as soon as somebody looks', async () => {
  const house = await aHouse()
  const { pull, to } = await expected(house)
  expect((await house.desk.pulls.read(pull.id)).pull.round).toBe(1)
  git(house, 'update-ref', `refs/heads/${pull.branch}`, to)
  expect(await house.desk.pulls.read(pull.id)).toMatchObject({
    pull: { round: 2, head: to, pushed_by: ['ada'], landing: null },
    checkpoint: { revision: 2, edited_by: ['ada'] },
  })
})

test.for([
  ['has landed', true, ['ada']],
  ['never landed', false, []],
] as const)('whose commit the agent went on from before it joined has a part in it: it %s', async ([, lands, by]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  if (pull === undefined) throw new Error('Nothing was offered.')
  await review(house, pull.id, { answer: 'request_changes', text: 'Nearly.' })
  const { to } = await expectedOn(house, pull)
  if (lands) git(house, 'update-ref', `refs/heads/${pull.branch}`, to)
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect((await house.store.get('pulls', pull.id))?.row).toMatchObject({ pushed_by: by, landing: null })
})

test('what is shown of a branch behind main is what would be merged', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/dependent' })
  const program = twoAtOnce(leeway)
  const run = leeway.start(program, { key: 'a', input: null, onHold: 'wait' })
  await expect.poll(async () => (await house.desk.checkpoints()).rows.length, { timeout: 10_000 }).toBe(2)
  const pulls = (await house.desk.pulls.list()).rows
  const [first, second] = ['phase-1-tactical', 'phase-2-tactical'].map((name) =>
    pulls.find(({ branch }) => branch === name),
  )
  if (!first?.checkpoint || second === undefined) throw new Error('Both were offered.')
  await house.answer(first.checkpoint, { answer: 'approve' })
  await expect.poll(async () => (await house.desk.pulls.read(first.id)).pull.status, { timeout: 10_000 }).toBe('merged')
  await house.desk.pulls.commit({ pull: second.id, head: second.head, changes: { 'b.txt': 'mine\n' } })
  const { files } = await house.desk.pulls.diff(second.id)
  expect(files.map(({ path, change }) => [path, change])).toEqual([['b.txt', 'added']])
  expect((await house.desk.pulls.files(second.id)).paths).toContain('a.txt')
  await house.answerAll({ answer: 'approve' })
  expect(await run).toMatchObject({ status: 'completed', result: [{ outcome: 'merged' }, { outcome: 'merged' }] })
})
