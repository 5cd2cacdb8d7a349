import { expect, test } from 'vitest'
import { PullId, ThreadId } from '../../model/ids.ts'
import { A_SECRET, EVE, ROB, SCOUT } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { beginThreads } from './begin-threads.ts'
import { talkInThread } from './talk-in-thread.ts'

/** A plan with threads, of which people are asked. */
async function talked(...threads: readonly ReturnType<typeof aDraft>[]): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('comment', { threads })
  return pulls
}

const merges = async ({ world }: PullWorld) => (await world.store.dueEffects(10)).map(({ kind }) => kind)

test('the last thread that is settled frees what was approved, and no other one and no word', async () => {
  const pulls = await talked(aDraft('t1', { kind: 'question' }), aDraft('t2', { kind: 'question' }))
  await pulls.submit('approve')
  const before = await merges(pulls)
  await pulls.say('t1', { do: 'reply', text: 'Hm.' })
  await pulls.say('t1', { do: 'resolve' })
  expect(await merges(pulls)).toEqual(before)
  await pulls.say('t2', { do: 'resolve' })
  expect(await merges(pulls)).toEqual([...before, 'merge_pull'])
})

test('where people were asked nothing, settling a thread frees nothing', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/full' }))
  const { id: pull } = await pulls.open()
  await pulls.world.run(beginThreads, { pull, by: ROB, newest: 1, threads: [aDraft('t1')], places: [] })
  await pulls.say('t1', { do: 'resolve' })
  expect(await merges(pulls)).toEqual([])
})

test('a thread of another pull request is not there', async () => {
  const pulls = await talked(aDraft('t1'))
  await pulls.submit('reject', { text: 'Not this.' })
  const { id: pull } = await pulls.open({ entry: 2 })
  const talk = pulls.world.run(talkInThread, { pull, thread: ThreadId.parse('t1'), by: ROB, say: { do: 'resolve' } })
  await expect(talk).rejects.toMatchObject({ code: 'not_found' })
  const begin = pulls.world.run(beginThreads, { pull, by: ROB, newest: 1, threads: [aDraft('t1')], places: [] })
  const message = expect.stringMatching(/^A thread of another pull request is called t1\..* such as a UUID\.$/)
  await expect(begin).rejects.toMatchObject({ code: 'id_taken', message })
})

test('what has ended is not talked about any more', async () => {
  const pulls = await talked(aDraft('t1'))
  await pulls.submit('reject', { text: 'Not this.' })
  await expect(pulls.say('t1', { do: 'reply', text: 'Hm.' })).rejects.toMatchObject({ code: 'pull_ended' })
})

test('invariant 33: no literal secret is said in a thread', async () => {
  const pulls = await talked(aDraft('t1'))
  await expect(pulls.say('t1', { do: 'reply', text: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
})

test('invariant 17: no agent settles a thread, under whatever name', async () => {
  const pulls = await talked(aDraft('t1'))
  for (const by of [SCOUT, { kind: 'agent', id: 'rob' } as const]) {
    await expect(pulls.say('t1', { do: 'resolve' }, by)).rejects.toMatchObject({ code: 'actor_not_human' })
  }
})

test('only what was settled or called fixed is taken up again, where its lines are by now', async () => {
  const pulls = await talked(aDraft('t1'), aDraft('t2'), aDraft('t3', { anchor: null }))
  await expect(pulls.say('t1', { do: 'reopen', text: 'No.' })).rejects.toMatchObject({ code: 'thread_open' })
  for (const id of ['t1', 't2', 't3']) await pulls.say(id, { do: 'resolve' })
  await pulls.push('2', { places: [{ thread: ThreadId.parse('t2'), place: null }] })
  for (const id of ['t1', 't2', 't3']) await pulls.say(id, { do: 'reopen', text: 'No.' }, EVE)
  expect(await pulls.thread('t1')).toMatchObject({ state: 'open', resolved_by: null })
  expect((await pulls.thread('t1')).messages.at(-1)).toEqual({ by: EVE, at: pulls.world.at(0), text: 'No.' })
  expect(await pulls.thread('t2')).toMatchObject({ state: 'outdated', place: null })
  expect(await pulls.thread('t3')).toMatchObject({ state: 'open', anchor: null })
  expect(await pulls.pull()).toMatchObject({ unanswered: ['t1', 't2', 't3'], blocking: ['t1', 't2', 't3'] })
})

test('what is not there has no threads', async () => {
  const pulls = await talked(aDraft('t1'))
  const absent = { pull: PullId.parse('job-1:phase-9'), thread: ThreadId.parse('t1'), by: ROB }
  const talk = pulls.world.run(talkInThread, { ...absent, say: { do: 'resolve' } })
  await expect(talk).rejects.toMatchObject({ code: 'not_found' })
})
