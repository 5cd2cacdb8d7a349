import { expect, test } from 'vitest'
import { CheckpointId, JobId, LOCAL } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { ADA, SCOUT } from '../testing/builders.ts'
import { PullWorld } from '../testing/pull-world.ts'
import { aWrite } from '../testing/store-rows.ts'
import { aWorld, type World } from '../testing/world.ts'
import { type AnswerRemarks, answerRemarks } from './answer-remarks.ts'
import type { Versioned } from './ports.ts'
import { setKillSwitch } from './set-kill-switch.ts'

const ANSWERS = [{ number: 1, did: 'fixed', text: 'Done.' }] as const

function answer(world: World, given: Partial<AnswerRemarks> = {}) {
  const [job, checkpoint] = [JobId.parse('job-1'), CheckpointId.parse('chk-1')]
  return world.run(answerRemarks, { tenant: LOCAL, checkpoint, job, by: SCOUT, answers: ANSWERS, ...given })
}

async function remarked(): Promise<World> {
  const world = await aWorld()
  await world.hold()
  await world.review('chk-1', { answer: 'comment', reason: 'Too long.' })
  return world
}

test('invariant 32: a run that another has taken the job over from answers nothing', async () => {
  const world = await remarked()
  await expect(answer(world, { driver: 'drv_old' })).rejects.toMatchObject({ code: 'fenced' })
  expect(await world.events('remarks_answered')).toEqual([])
})

test('whoever is no program answers beside one', async () => {
  const world = await remarked()
  const { row, version } = (await world.store.get('jobs', 'job-1')) as Versioned<Job>
  const driven = { driver: 'drv_new', policy: row.policy, drift: null }
  await world.store.append(aWrite({ rows: [{ table: 'jobs', id: 'job-1', version, row: { ...row, driven } }] }))
  await expect(answer(world, { driver: 'drv_old' })).rejects.toMatchObject({ code: 'fenced' })
  expect(await answer(world)).toBe(1)
})

test('nothing is answered while the kill switch is thrown', async () => {
  const world = await remarked()
  await world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on: true, reason: 'Fire.' })
  await expect(answer(world)).rejects.toMatchObject({ code: 'halted' })
})

test('answers about a call lead to nothing more', async () => {
  const world = await remarked()
  expect(await answer(world)).toBe(1)
  expect(await world.store.dueEffects(10)).toEqual([])
})

test('answers about a pull request free what was approved of it, whoever is there to merge it', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { id: checkpoint, tenant } = await pulls.held()
  await pulls.submit('comment', { text: 'Too long.' })
  await answer(pulls.world, { checkpoint })
  const { id: pull } = await pulls.pull()
  expect(await pulls.world.store.dueEffects(10)).toMatchObject([{ kind: 'merge_pull', tenant, body: { pull } }])
})
