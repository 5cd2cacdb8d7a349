import { expect, test } from 'vitest'
import { ThreadId } from '../../model/ids.ts'
import { ADA, ROB } from '../../testing/builders.ts'
import { aDraft, aRound, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { setKillSwitch } from '../set-kill-switch.ts'
import { beginThreads } from './begin-threads.ts'
import type { ThreadReply } from './push-round.ts'

async function aPullWorld(): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  return pulls
}

const merges = async ({ world }: PullWorld) => (await world.store.dueEffects(10)).map(({ kind }) => kind)

test('invariant 32: a run that another has taken the job over from brings nothing', async () => {
  const pulls = await aPullWorld()
  await expect(pulls.push('2', { driver: 'drv_old' })).rejects.toMatchObject({ code: 'fenced' })
})

test('nothing is brought while the kill switch is thrown', async () => {
  const pulls = await aPullWorld()
  await pulls.world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  await expect(pulls.push('2')).rejects.toMatchObject({ code: 'halted' })
})

test('invariant 26: the same commit on another base is another round', async () => {
  const pulls = await aPullWorld()
  expect(await pulls.push('1', { round: aRound('1', { base: oid('ba5e2') }) })).toMatchObject({ round: 2 })
  expect(await pulls.pull()).toMatchObject({ round: 2, base: oid('ba5e2') })
})

test('the same again says nothing, frees nothing and is the same pull request', async () => {
  const pulls = await aPullWorld()
  const before = (await pulls.world.events()).length
  expect(await pulls.push('1')).toEqual(await pulls.pull())
  expect((await pulls.world.events()).length).toBe(before)
  expect(await merges(pulls)).toEqual([])
})

test('a thread that is passed over is named, whatever else is answered', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('request_changes', { threads: [aDraft('t1'), aDraft('t2')] })
  const answers = [{ thread: ThreadId.parse('t1'), did: 'fixed', text: 'Done.' }] as const
  const passed = { code: 'unanswered_remarks', message: expect.stringContaining('need an answer: t2 (About t2)') }
  await expect(pulls.push('2', { answers })).rejects.toMatchObject(passed)
})

test('with its answers alone the agent frees what was approved', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('approve', { threads: [aDraft('t1', { kind: 'nit' })] })
  const before = await merges(pulls)
  await pulls.push('1')
  expect(await merges(pulls)).toEqual([...before, 'merge_pull'])
})

test('with another round, or answers to what nobody was asked about, it frees nothing', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', { threads: [aDraft('t1', { kind: 'nit' })] })
  await pulls.push('2')
  expect(await merges(pulls)).toEqual([])

  const unasked = new PullWorld(await aWorld({ policy: 'jobs/full' }))
  const { id: pull } = await unasked.open()
  await unasked.world.run(beginThreads, { pull, by: ROB, newest: 1, threads: [aDraft('t1')], places: [] })
  await unasked.push('1')
  expect(await unasked.pull()).toMatchObject({ unanswered: [] })
  expect(await merges(unasked)).toEqual([])
})

test('a round without answers says nothing of answers, and names nobody where nobody else pushed', async () => {
  const pulls = await aPullWorld()
  await pulls.push('2')
  expect(await pulls.world.events('threads_answered')).toEqual([])
  const [pushed] = await pulls.world.events('round_pushed')
  expect(pushed?.data).not.toHaveProperty('landed_by')
})

test('a thread that is settled stays so wherever its lines go, and others follow theirs', async () => {
  const pulls = await aPullWorld()
  const threads = ['t1', 't2', 't3'].map((id) => aDraft(id, { kind: 'nit' }))
  await pulls.submit('comment', { threads })
  await pulls.say('t1', { do: 'resolve' })
  await pulls.say('t2', { do: 'resolve' })
  const gone = (id: string) => ({ thread: ThreadId.parse(id), place: null })
  await pulls.push('2', { places: ['t1', 't3'].map(gone) })
  const place = { path: 'plan.md', first: 9, last: 9 }
  await pulls.push('3', { places: [{ thread: ThreadId.parse('t2'), place }, gone('t3')] })
  expect(await pulls.thread('t1')).toMatchObject({ state: 'resolved', place: null })
  expect(await pulls.thread('t2')).toMatchObject({ state: 'resolved', place })
  // It was called fixed before its lines went.
  expect(await pulls.thread('t3')).toMatchObject({ state: 'addressed', place: null })
})

const answer = (id: string, given: Partial<ThreadReply> = {}): ThreadReply => ({
  ...{ thread: ThreadId.parse(id), did: 'fixed', text: 'Done.', ...given },
})

test('what is fixed names its commit, and none where that is not known; what is declined has none', async () => {
  const pulls = await aPullWorld()
  const threads = ['t1', 't2', 't3'].map((id) => aDraft(id, { kind: 'nit' }))
  await pulls.submit('comment', { threads })
  const answers = [
    answer('t1'),
    answer('t2', { commit: oid('ab') }),
    answer('t3', { did: 'declined', commit: oid('ab') }),
  ]
  await pulls.push('2', { answers: answers })
  const commits = ['t1', 't2', 't3'].map(async (id) => (await pulls.thread(id)).answers.map(({ commit }) => commit))
  expect(await Promise.all(commits)).toEqual([[null], [oid('ab')], [null]])
})

test('an answer that nobody waits for is not written down', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', { threads: ['t1', 't2'].map((id) => aDraft(id, { kind: 'nit' })) })
  await pulls.say('t1', { do: 'resolve' })
  await pulls.push('2', { answers: [answer('t1'), answer('t2')] })
  const [answered] = await pulls.world.events('threads_answered')
  expect(answered?.data.answers.map(({ thread }) => thread)).toEqual(['t2'])
  expect(await pulls.thread('t1')).toMatchObject({ answers: [] })
})

test('an answer to a thread that is not there is refused and named, and one that was answered before is not', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', { threads: [aDraft('t1', { kind: 'nit' })] })
  await pulls.push('2', { answers: [answer('t1')] })
  await pulls.push('3', { answers: [answer('t1')] })
  await expect(pulls.push('4', { answers: [answer('t1'), answer('t9')] })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This pull request has no thread "t9": feedback.threads has the id of each.',
  })
  expect(await pulls.pull()).toMatchObject({ round: 3 })
})

test('threads that are passed over are named by their last words, cut short', async () => {
  const pulls = await aPullWorld()
  const threads = [aDraft('t1', { kind: 'nit', text: 'a'.repeat(80) }), aDraft('t2', { kind: 'nit' })]
  await pulls.submit('comment', { threads })
  await expect(pulls.push('2', { answers: [] })).rejects.toThrow(
    `These threads need an answer: t1 (${'a'.repeat(60)}), t2 (About t2).`,
  )
})

test('lines move only of threads that are there and about lines', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', {
    threads: [aDraft('t1', { kind: 'nit', anchor: null }), aDraft('t2', { kind: 'nit' })],
  })
  const place = { path: 'plan.md', first: 9, last: 9 }
  const places = ['t1', 't2', 't9'].map((id) => ({ thread: ThreadId.parse(id), place }))
  await pulls.push('2', { places })
  expect(await pulls.thread('t1')).toMatchObject({ place: null })
  expect(await pulls.thread('t2')).toMatchObject({ place })
})
