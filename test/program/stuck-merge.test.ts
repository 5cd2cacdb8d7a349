import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { git, held, ref } from './held-plan.ts'

/** An approved merge that whoever keeps the house has claimed, and that waits for a lock which somebody left behind. */
async function waiting() {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  await leeway.close()
  const main = git(house, 'rev-parse', 'main')
  const lock = join(git(house, 'rev-parse', '--absolute-git-dir').trim(), 'refs/heads/main.lock')
  writeFileSync(lock, '')
  await house.answerAll({ answer: 'approve' })
  const keeping = house.open({ policy: 'jobs/guided', onHold: 'throw' })
  await expect.poll(async () => (await house.log('merge_claimed')).length, { timeout: 20_000 }).toBe(1)
  const row = async () => (await house.store.get('pulls', pull!.id))?.row
  return { house, keeping, job: run.job, main, row, unlock: () => rmSync(lock) }
}

test('a job that is called off while git waits for a lock is not merged when the lock goes', async () => {
  const { house, keeping, job, main, row, unlock } = await waiting()
  await house.desk.cancel(job, 'No longer wanted.')
  unlock()
  await keeping
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ status: 'closed', merge: null, commit: null })
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  expect(await house.log('pull_merged')).toEqual([])
  expect((await house.log('merge_refused')).map(({ data }) => data.why)).toEqual(['called_off'])
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('what the kill switch halts while git waits for a lock is merged only once the switch is off', async () => {
  const { house, keeping, job, main, row, unlock } = await waiting()
  await house.desk.setKillSwitch({ of: 'all' }, true, 'Everybody stop.')
  unlock()
  const leeway = await keeping
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  expect(await row()).toMatchObject({ status: 'open', merge: {}, commit: null })
  await house.desk.setKillSwitch({ of: 'all' }, false, 'Go on.')
  leeway.program(ref('work'), (again) => again.phase(PLAN, plan))
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
})
