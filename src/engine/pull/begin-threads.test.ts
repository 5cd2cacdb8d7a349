import { expect, test } from 'vitest'
import { PullId } from '../../model/ids.ts'
import { ADA, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { type BeginThreads, beginThreads } from './begin-threads.ts'
import { pullContent } from './pull-state.ts'

async function aPullWorld() {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const begin = (given: Partial<BeginThreads> = {}) =>
    pulls.world.run(beginThreads, {
      ...{ pull: PullId.parse('job-1:phase-1-strategic'), by: ROB, newest: 1, threads: [aDraft('t1')], places: [] },
      ...given,
    })
  return { pulls, begin }
}

test('what is said after the approval is owed an answer, and what blocks stands in the way of the merge', async () => {
  const { pulls, begin } = await aPullWorld()
  await pulls.held()
  await pulls.submit('approve')
  await begin({ threads: [aDraft('t1', { kind: 'question' }), aDraft('t2')] })
  expect(await pulls.pull()).toMatchObject({ unanswered: ['t1', 't2'], blocking: ['t2'] })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'unresolved_threads' })
  await pulls.say('t2', { do: 'resolve' })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'unanswered_remarks' })
})

test('nothing is decided by it: no vote, no remark, and nobody is sent back', async () => {
  const { pulls, begin } = await aPullWorld()
  const before = await pulls.held()
  await begin()
  expect(await pulls.world.checkpoint(before.id)).toEqual(before)
})

test('what was written of an earlier round stands where its lines are by now', async () => {
  const { pulls, begin } = await aPullWorld()
  await pulls.held()
  await pulls.push('2')
  const threads = [aDraft('t1', { round: 1 }), aDraft('t2', { round: 1 })]
  const place = { path: 'plan.md', first: 5, last: 5 }
  const [t1] = threads
  await begin({ newest: 2, threads, places: [{ thread: t1!.id, place }] })
  expect(await pulls.thread('t1')).toMatchObject({ round: 1, state: 'open', place })
  expect(await pulls.thread('t2')).toMatchObject({ round: 1, state: 'outdated', place: null })
})

test.for([
  ['of an agent', { by: SCOUT }, 'actor_not_human'],
  ['of somebody who only looks', { by: VIC }, 'not_authorised'],
  ['followed to a round that is not the newest', { newest: 2 }, 'head_moved'],
  ['of a round that is not there yet', { threads: [aDraft('t1', { round: 2 })] }, 'invalid_input'],
  ['said twice', { threads: [aDraft('t1'), aDraft('t1')] }, 'id_taken'],
  [
    'with a secret in it',
    { threads: [aDraft('t1', { text: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz' })] },
    'literal_secret',
  ],
] as const)('words %s are refused', async ([, given, code]) => {
  const { pulls, begin } = await aPullWorld()
  await pulls.held()
  await expect(begin(given)).rejects.toMatchObject({ code })
  expect(await pulls.pull()).toMatchObject({ unanswered: [], blocking: [] })
})

test('who is not asked makes the agent no work, and stands in nobody’s way', async () => {
  const { pulls, begin } = await aPullWorld()
  const { id: pull, gates } = await pulls.open()
  const [gate] = gates
  const content = pullContent(await pulls.pull(), gate!)
  await pulls.world.hold({ gate: gate!, content, pull, terms: { approvers: ['role:admin'] } })
  await expect(begin({ by: ROB })).rejects.toMatchObject({ code: 'not_authorised' })
  await begin({ by: ADA })
})

test('while it is being merged, and afterwards, nothing is begun', async () => {
  const { pulls, begin } = await aPullWorld()
  await pulls.held()
  await pulls.submit('approve')
  await pulls.claim()
  await expect(begin()).rejects.toMatchObject({ code: 'pull_merging' })
  await pulls.merged()
  await expect(begin()).rejects.toMatchObject({ code: 'pull_ended' })
})

test('whoever begins threads is told their names', async () => {
  const { pulls, begin } = await aPullWorld()
  await pulls.held()
  expect(await begin({ threads: [aDraft('t1'), aDraft('t2')] })).toEqual(['t1', 't2'])
})
