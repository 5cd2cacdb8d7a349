import { expect, onTestFinished, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { ThreadId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { aHouse } from '../../src/testing/house.ts'
import { plan } from '../../src/testing/plan-work.ts'
import { draft, git, held, review } from './held-plan.ts'
import { aPusher, BRANCH } from './pusher.ts'

/** An agent that was sent back to work; somebody may do something in the middle of that. */
async function atWork() {
  const house = await aHouse()
  const heard: Feedback[] = []
  const meanwhile: (() => Promise<unknown>)[] = []
  const work: PhaseWork = async (workspace, feedback) => {
    if (feedback !== null) {
      heard.push(feedback)
      await workspace.step('begin', (files) => files.write('begun.md', 'begun\n'))
      await meanwhile.shift()?.()
    }
    return plan(workspace, feedback)
  }
  const { leeway, run, pull } = await held(house, work)
  if (pull === undefined) throw new Error('Nothing is held.')
  const { id } = pull
  const read = async () => (await house.desk.pulls.read(id)).pull
  return { house, heard, meanwhile, job: run.job, id, first: pull.head, read, resume: () => leeway.resume(run.job) }
}

test('what somebody pushes while the agent works is a round in their name, and the agent takes it up', async () => {
  const { house, heard, meanwhile, job, id, read, resume } = await atWork()
  const server = await openServer({ root: house.root, showCode: () => undefined })
  onTestFinished(() => server.close())
  await review(house, id, { answer: 'request_changes', text: 'Louder.' })
  const said: string[] = []
  meanwhile.push(async () => {
    const bob = await aPusher(house, 'bob', `${server.url}/git/${job}.git`)
    said.push(await bob.run('push', 'origin', BRANCH))
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(said[0]).toContain('Your push is round 2')
  expect(heard).toMatchObject([
    { verdict: 'changes_requested', round: 1, commits: [] },
    { verdict: 'pushed', round: 3, commits: [{ author: 'bob', message: 'Work of bob' }] },
  ])
  expect((await house.log('round_pushed')).map(({ actor }) => actor.id)).toEqual(['bob', 'scout', 'scout'])
  expect(await read()).toMatchObject({ round: 4, pushed_by: ['bob'] })
  await review(house, id, { answer: 'approve' })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'ls-tree', '--name-only', 'main').trim().split('\n')).toEqual(
    expect.arrayContaining(['begun.md', 'bob.md', 'plan.md']),
  )
  expect(git(house, 'show', 'main:plan.md')).toBe('one\nTWO\nthree\n')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('an edit in the browser while the agent works is taken, but for files that the agent has changed since', async () => {
  const { house, heard, meanwhile, id, first, read, resume } = await atWork()
  const commit = (changes: Readonly<Record<string, string>>) =>
    house.desk.pulls.commit({ pull: id, head: first, changes })
  const suggested = draft('t1', { kind: 'suggestion', suggestion: 'two, louder' })
  await review(house, id, { answer: 'request_changes', threads: [suggested] })
  meanwhile.push(async () => {
    await expect(commit({ 'begun.md': 'mine\n' })).rejects.toMatchObject({
      code: 'head_moved',
      message: expect.stringContaining('The agent is at work on "begun.md". Wait for its next round'),
    })
    expect(await commit({ 'ada.md': 'mine\n' })).toMatchObject({ round: 2 })
    const { head } = await read()
    const applied = await house.desk.pulls.commit({ pull: id, head, suggestions: [ThreadId.parse('t1')] })
    expect(applied).toMatchObject({ round: 3 })
    expect(git(house, 'show', `${applied.head}:plan.md`)).toBe('one\ntwo, louder\nthree\n')
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toMatchObject({ verdict: 'pushed', commits: [{ author: 'ada' }, { author: 'ada' }] })
  expect(git(house, 'show', `${BRANCH}:ada.md`)).toBe('mine\n')
})

test('while people are asked, only what stands on what they were shown is taken', async () => {
  const { house, id, first, read } = await atWork()
  const { base } = await read()
  const commit = (head: string) => house.desk.pulls.commit({ pull: id, head, changes: { 'ada.md': 'mine\n' } })
  await expect(commit(base)).rejects.toMatchObject({ code: 'head_moved' })
  expect(await commit(first)).toMatchObject({ round: 2 })
})
