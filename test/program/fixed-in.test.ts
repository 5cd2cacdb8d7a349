import { expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aHouse } from '../../src/testing/house.ts'
import { draft, git, held, review } from './held-plan.ts'

const FIXED = { did: 'fixed', text: 'Done.' } as const

/** Mends the plan in one step and something else in the next; the page about the review is taken away after both. */
const work: PhaseWork = async (workspace, feedback) => {
  if (feedback === null) {
    await workspace.step('write', (files) => files.write('plan.md', 'one\ntwo\nthree\n'))
    return {}
  }
  await workspace.step('mend the plan', (files) => files.write('plan.md', 'one\nTWO\nthree\n'))
  await workspace.step('add a note', (files) => files.write('note.md', 'Also this.\n'))
  return {
    answers: feedback.unanswered.map((thread) => ({ thread, ...FIXED })),
    remarks: feedback.remarks.map(({ number }) => ({ number, ...FIXED })),
  }
}

test('what was fixed is named by the commit that changes its file, and not by the one that takes our page away', async () => {
  const house = await aHouse()
  const { leeway, run, pull } = await held(house, work)
  if (pull === undefined) throw new Error('Nothing is held.')
  const threads = [draft('on-plan'), draft('on-all', { anchor: null })]
  await review(house, pull.id, { answer: 'request_changes', threads })
  await leeway.resume(run.job)
  const answered = (await house.desk.pulls.read(pull.id)).threads
  const messages = new Map<string, string>()
  for (const { id, answers } of answered) {
    const commit = answers[0]?.commit ?? ''
    messages.set(id, git(house, 'log', '-1', '--format=%s', commit).trim())
  }
  expect(Object.fromEntries(messages)).toEqual({ 'on-plan': 'mend the plan', 'on-all': 'add a note' })
})

test('what is called fixed where no commit changes its file names none, and the round that it was said in', async () => {
  const house = await aHouse()
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    const path = feedback === null ? 'plan.md' : 'note.md'
    await workspace.step('write', (files) => files.write(path, 'one\ntwo\nthree\n'))
    return { answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...FIXED })) }
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'request_changes', threads: [draft('on-plan')] })
  await leeway.resume(run.job)
  const [thread] = (await house.desk.pulls.read(pull.id)).threads
  expect(thread?.answers).toMatchObject([{ did: 'fixed', commit: null, round: 2 }])
})

test('what is called fixed without a change names no commit', async () => {
  const house = await aHouse()
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    if (feedback === null) await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
    return { answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...FIXED })) }
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'request_changes', threads: [draft('on-all', { anchor: null })] })
  await leeway.resume(run.job)
  const [thread] = (await house.desk.pulls.read(pull.id)).threads
  expect(thread?.answers).toMatchObject([{ did: 'fixed', commit: null, round: 2 }])
})

test('a commit of main fixes nothing on the branch', async () => {
  const house = await aHouse()
  const named = { commit: '' }
  const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
    await workspace.step('write', (files) => files.write('plan.md', `round ${feedback?.round}\n`))
    return { answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...FIXED, ...named })) }
  })
  if (pull === undefined) throw new Error('Nothing is held.')
  await review(house, pull.id, { answer: 'request_changes', threads: [draft('on-all', { anchor: null })] })
  named.commit = pull.base
  await expect(leeway.resume(run.job)).rejects.toMatchObject({
    code: 'unanswered_remarks',
    message: expect.stringContaining('which is a commit of main. Name one of phase-1-strategic, or none.'),
  })
  expect((await house.desk.pulls.read(pull.id)).pull.round).toBe(1)
  named.commit = pull.head
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect((await house.desk.pulls.read(pull.id)).pull.round).toBe(2)
})
