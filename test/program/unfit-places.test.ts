import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PullId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { GivenReview } from '../../src/sdk/pull-desk.ts'
import { aHouse } from '../../src/testing/house.ts'
import { planWork } from '../../src/testing/plan-work.ts'
import { draft, held, review } from './held-plan.ts'

/** A plan that is held, and that a second round writes anew. */
async function aPlan() {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, planWork('one\ntwo\nthree\n', 'nothing of it\n'))
  if (pull === undefined) throw new Error('Nothing is held.')
  const say = (given: Partial<GivenReview>) => review(house, pull.id, { answer: 'request_changes', ...given })
  const bring = async () => {
    await say({ text: 'Anew.' })
    await leeway.resume(run.job)
  }
  return { house, id: pull.id, say, bring, view: () => house.desk.pulls.read(pull.id) }
}

const LINE = draft('t1').anchor as NonNullable<Draft['anchor']>
const at = (given: Partial<typeof LINE>) => draft('t1', { anchor: { ...LINE, ...given } })

test.for<[what: string, thread: Draft, why: string]>([
  [
    'a file that is not there',
    at({ path: 'nowhere.md' }),
    'line 2 of nowhere.md, and in round 1 there is no such file',
  ],
  ['what is no path', at({ path: '../plan.md' }), 'in round 1 there is no such file'],
  ['made-up code', at({ quote: ['rm -rf /'] }), 'line 2 of plan.md, and in round 1 those are not its lines'],
  ['lines behind the end', at({ first: 900, last: 900 }), 'line 900 of plan.md'],
  ['lines before the change', at({ side: 'old' }), 'line 2 of plan.md before the change, and in round 1 there is no'],
])('a review that quotes %s is refused, and nothing of it is lost', async ([, thread, why]) => {
  const { house, id, say, view } = await aPlan()
  const whole = draft('t0', { anchor: null })
  await house.desk.pulls.saveDrafts(id, [whole, thread])
  const refused = await say({ threads: [whole, thread] }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'invalid_input', problems: [{ path: '/threads/1/anchor' }] })
  expect(String(refused)).toContain(why)
  expect(String(refused)).toContain('Thread t1 is about')
  const { threads, drafts, checkpoint } = await view()
  expect([threads, drafts.map((one) => one.id), checkpoint?.sent_back]).toEqual([[], ['t0', 't1'], false])
})

test('a thread is held against the round that it was written of, and outdated where its lines are gone', async () => {
  const { say, bring, view } = await aPlan()
  await bring()
  await expect(say({ threads: [draft('t1')] })).rejects.toThrow('in round 2 those are not its lines')
  await expect(say({ threads: [{ ...at({ quote: ['made up'] }), round: 1 }] })).rejects.toThrow('in round 1 those are')
  await say({ threads: [{ ...draft('t1'), round: 1 }] })
  expect((await view()).threads).toMatchObject([{ id: 't1', state: 'outdated', place: null, round: 1 }])
})

test('where another round has arrived, that is what is said first', async () => {
  const { house, id, bring, view } = await aPlan()
  const { pull, checkpoint } = await view()
  await bring()
  const about = { pull: id as PullId, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  const late = house.desk.pulls.submit({ ...about, answer: 'request_changes', threads: [draft('t1')] })
  await expect(late).rejects.toMatchObject({ code: 'head_moved' })
})

test('whoever says no is heard where the files are gone and nobody can tell', async () => {
  const { house, id } = await aPlan()
  const { pull, checkpoint } = await house.desk.pulls.read(id)
  rmSync(join(house.root, '.leeway', 'repositories'), { recursive: true })
  const about = { pull: pull.id, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', threads: [draft('t1')] })
  expect((await house.store.get('review_threads', 't1'))?.row).toMatchObject({ state: 'open' })
})
