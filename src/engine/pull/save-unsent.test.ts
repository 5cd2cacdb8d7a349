import { expect, test } from 'vitest'
import type { FileVerdict } from '../../model/review-thread.ts'
import type { UnsentChange } from '../../model/unsent-review.ts'
import { A_SECRET, ADA, person, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { ownAt } from '../tables.ts'
import { saveUnsent } from './save-unsent.ts'

const no = (hunk: string | null, reason = 'Too loud.'): FileVerdict => ({
  ...{ path: 'plan.md', file: 'file:h1', hunk, verdict: 'rejected', reason },
})
const reply = (text: string) => ({ wants: 'reply', text }) as const

async function aPullWorld(policy = 'jobs/guided') {
  const pulls = new PullWorld(await aWorld({ policy }))
  const pull = await pulls.open()
  const save = (change: UnsentChange, by = ROB) => pulls.world.run(saveUnsent, { pull: pull.id, by, change })
  const kept = async (by = ROB) => (await pulls.world.store.get('drafts', ownAt(pull.id, by.id)))?.row
  return { pulls, pull, save, kept }
}

test.for([
  ['an agent', SCOUT, 'actor_not_human'],
  ['a viewer', VIC, 'not_authorised'],
  ['nobody known', person('nobody'), 'not_found'],
] as const)('%s begins no review: %2$s', async ([, by, code]) => {
  const { pulls, save } = await aPullWorld()
  await expect(save({ text: 'Fine.' }, by)).rejects.toMatchObject({ code })
  expect(await pulls.world.events('unsent_saved')).toEqual([])
})

test('of what has ended nobody keeps anything', async () => {
  const { pulls, save } = await aPullWorld('jobs/full')
  await pulls.claim()
  await pulls.merged()
  await expect(save({ text: 'Fine.' })).rejects.toMatchObject({ code: 'pull_ended' })
})

test('invariant 33: no literal secret is kept in what is begun', async () => {
  const { save } = await aPullWorld()
  for (const change of [{ text: A_SECRET }, { verdicts: [no(null, A_SECRET)] }, { replies: { t1: reply(A_SECRET) } }]) {
    await expect(save(change)).rejects.toMatchObject({ code: 'literal_secret' })
  }
})

test('what is not named stays, the log says what is new, and nobody else has any of it', async () => {
  const { pulls, save, kept } = await aPullWorld()
  await save({ text: 'Fine', verdicts: [no(null), no('h1')], replies: { t1: reply('Well'), t2: reply('And') } })
  await save({ text: 'Fine', verdicts: [no('h1')], unjudged: [{ path: 'b', hunk: null }], replies: { t3: null } })
  await save({ verdicts: [no('h1', 'Why?')], unjudged: [{ path: 'plan.md', hunk: null }], replies: { t2: null } })
  expect(await kept()).toMatchObject({
    unsent: { text: 'Fine', verdicts: [no('h1', 'Why?')], replies: { t1: reply('Well') } },
  })
  expect(await kept(ADA)).toBeUndefined()
  expect((await pulls.world.events('unsent_saved')).map(({ data }) => Object.keys(data))).toEqual([
    ['pull', 'text', 'verdicts', 'replies'],
    ['pull', 'verdicts', 'unjudged', 'replies'],
  ])
})

test('of a part that is judged twice at once the last word counts', async () => {
  const { save, kept } = await aPullWorld()
  await save({ verdicts: [no('h1'), no('h1', 'Why?')], unjudged: [{ path: 'plan.md', hunk: 'h1' }] })
  expect((await kept())?.unsent?.verdicts).toEqual([no('h1', 'Why?')])
})

test('at most as much is kept as one review can say', async () => {
  const { save } = await aPullWorld()
  await save({ verdicts: Array.from({ length: 5000 }, (_, at) => no(`h${at}`)) })
  await expect(save({ verdicts: [no('more')] })).rejects.toThrow('You have begun 5001 verdicts')
})

test('a review takes what it said, and leaves what was begun on another screen', async () => {
  const { pulls, pull, save, kept } = await aPullWorld()
  await pulls.hold(pull)
  await save({ text: 'Louder. ', verdicts: [no(null), no('h1')], replies: { t1: reply('Well') } })
  await pulls.submit('comment', { text: 'Louder.', verdicts: [no('h1')] })
  expect(await kept()).toMatchObject({ unsent: { text: '', verdicts: [no(null)], replies: { t1: reply('Well') } } })
  await save({ text: 'More words.' })
  await pulls.submit('comment', { text: 'Louder.' })
  expect(await kept()).toMatchObject({ unsent: { text: 'More words.' } })
})

test('what is said in a thread is begun no more, and other words for it are', async () => {
  const { pulls, pull, save, kept } = await aPullWorld()
  await pulls.hold(pull)
  await pulls.submit('comment', { threads: [aDraft('t1'), aDraft('t2')] })
  await save({ replies: { t1: reply('Well. '), t2: reply('Well. And?') } })
  await pulls.say('t1', { do: 'reply', text: 'Well.' })
  await pulls.say('t2', { do: 'reply', text: 'Well.' })
  expect((await kept())?.unsent?.replies).toEqual({ t2: reply('Well. And?') })
})
