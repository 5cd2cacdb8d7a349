import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { TenantId } from '../../src/model/ids.ts'
import { breakRepository } from '../../src/testing/break-repository.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
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

test('a merge that is stuck stands where people look for what waits for them, with the way to see why', async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const { job } = await leeway.start(
    leeway.program(ref('work'), (run) => run.phase(PLAN, plan)),
    { key: 'a', input: null },
  )
  const other = await leeway.job({ title: 'Something else' })
  await leeway.close()
  const { pull } = JSON.parse((await ada(['pr', 'show', 'phase-1', '--json'])).out)
  await ada(['pr', 'approve', 'phase-1', '--head', pull.head])
  breakRepository(folder.root)
  await folder.agent()
  const data = async () => JSON.parse((await ada(['checkpoints', '--json'])).out).stuck
  await expect.poll(data, { timeout: 20_000 }).toMatchObject([{ id: pull.id, turn: 'mend' }])
  const said = `No question is open, but this waits for you:\n\n! 1 merge is stuck until a person mends what stops it:\n  leeway pr show ${pull.id}\n`
  expect((await ada(['checkpoints'])).out).toBe(said)
  expect((await ada(['checkpoints', '--job', job])).out).toBe(said)
  expect((await ada(['checkpoints', '--job', other.id])).out).toBe('Nothing waits for you.\n')
  const { out } = await ada(['checkpoints', '--watch'], { columns: 80, keys: ['q'] })
  expect(out).toContain(`leeway pr show ${pull.id}`)
  expect(out).not.toContain('Nothing waits for you.')
})

test('invariant 34: over HTTP a merge that is stuck is listed for whoever may see it, and for nobody else', async () => {
  const house = await aServedHouse()
  await house.desk.setSolo(true)
  const { leeway, pull } = await held(house)
  await leeway.close()
  const stuck = async (who: Parameters<typeof house.as>[0]) =>
    (await house.as(who).call('list_pulls', { stuck: true })).rows.map(({ id }) => id)
  expect(await stuck('viewer')).toEqual([])
  breakRepository(house.root)
  await house.answerAll({ answer: 'approve' })
  await expect.poll(() => stuck('viewer'), { timeout: 20_000 }).toEqual([pull!.id])
  const token = await house.addPerson('tom', 'reviewer', [TenantId.parse('elsewhere')])
  expect(await stuck({ token })).toEqual([])
})
