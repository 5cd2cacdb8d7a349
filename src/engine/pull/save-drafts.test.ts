import { expect, test } from 'vitest'
import { ThreadId } from '../../model/ids.ts'
import type { Draft } from '../../model/review-thread.ts'
import { A_SECRET, person, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { ownAt } from '../tables.ts'
import { type SaveDrafts, saveDrafts } from './save-drafts.ts'

const many = (count: number): readonly Draft[] => Array.from({ length: count }, (_, at) => aDraft(`d${at}`))

async function aPullWorld(policy = 'jobs/guided') {
  const pulls = new PullWorld(await aWorld({ policy }))
  const { id: pull } = await pulls.open()
  const save = (given: Partial<SaveDrafts> = {}) =>
    pulls.world.run(saveDrafts, { pull, by: ROB, drafts: [aDraft('t1')], ...given })
  const kept = async () => (await pulls.world.row('drafts', ownAt(pull, ROB.id))).drafts.length
  return { pulls, save, kept }
}

test.for([
  ['an agent', SCOUT, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'rob' }, 'actor_not_human'],
  ['a viewer', VIC, 'not_authorised'],
  ['nobody known', person('nobody'), 'not_found'],
] as const)('%s keeps no drafts: %2$s', async ([, by, code]) => {
  const { pulls, save } = await aPullWorld()
  await expect(save({ by })).rejects.toMatchObject({ code })
  expect(await pulls.world.events('drafts_saved')).toEqual([])
})

test('of what has ended nobody keeps drafts', async () => {
  const { pulls, save } = await aPullWorld('jobs/full')
  await pulls.claim()
  await save()
  await pulls.merged()
  await expect(save()).rejects.toMatchObject({ code: 'pull_ended' })
})

test('invariant 33: no literal secret is kept in a draft', async () => {
  const { save } = await aPullWorld()
  await expect(save({ drafts: [aDraft('t1', { text: A_SECRET })] })).rejects.toMatchObject({ code: 'literal_secret' })
})

test('two drafts have two names', async () => {
  const { save } = await aPullWorld()
  const drafts = [aDraft('t1'), aDraft('t2'), aDraft('t1', { text: 'Again.' })]
  await expect(save({ drafts })).rejects.toThrow('Two drafts are called t1.')
})

test('somebody has five hundred drafts, writes on in them, and throws one away for another', async () => {
  const { save, kept } = await aPullWorld()
  await save({ drafts: many(500) })
  await save({ drafts: many(500).map((draft) => ({ ...draft, text: 'More.' })) })
  await expect(save({ drafts: [aDraft('more')] })).rejects.toThrow('You have 501 drafts')
  await save({ drafts: [aDraft('more')], removed: [ThreadId.parse('d7')] })
  expect(await kept()).toBe(500)
})
