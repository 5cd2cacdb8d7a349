import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { apply } from '../../src/engine/apply.ts'
import { cancelJob } from '../../src/engine/cancel-job.ts'
import { withdrawCheckpoint } from '../../src/engine/withdraw-checkpoint.ts'
import { CheckpointId, JobId, LOCAL } from '../../src/model/ids.ts'
import { expireDue } from '../../src/sdk/expire-due.ts'
import { settleRestored } from '../../src/sdk/settle-restored.ts'
import { sweepChildren } from '../../src/sdk/sweep-children.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyRows } from '../../src/store/sqlite/verify-rows.ts'
import { ADA, SCOUT } from '../../src/testing/builders.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aWorld, type World } from '../../src/testing/world.ts'

const JOB = JobId.parse('job-1')

interface Scene {
  readonly world: World
  /** From now on nobody can read what holds are about: whoever tries is told that it is no JSON. */
  spoil(id?: string): void
  /** As it was. */
  mend(): void
  readonly folder: string
}

/** A folder seen by somebody who has read nothing yet, in which holds of `fill` wait. */
async function aScene(fill: (world: World) => Promise<unknown>): Promise<Scene> {
  const folder = aFolder()
  const filling = await aWorld({ open: (clock) => openSqliteStore({ folder, clock }) })
  await fill(filling)
  const store = await openSqliteStore({ folder, clock: () => filling.store.now() })
  onTestFinished(() => store.close())
  const sql = (text: string, ...given: string[]) => {
    const db = new Database(join(folder, 'leeway.db'))
    db.prepare(text).run(...given)
    db.close()
  }
  const opened = `type = 'checkpoint_opened' AND checkpoint LIKE ?`
  return {
    folder,
    world: filling.through(store),
    spoil: (id = '%') => sql(`UPDATE events SET data = '~' || data WHERE ${opened}`, id),
    mend: () => sql(`UPDATE events SET data = ltrim(data, '~') WHERE ${opened}`, '%'),
  }
}

/** Everything is as the log says, and what was closed is whole, to who closed it and to the next. */
async function isWhole({ world, folder, mend }: Scene, ids: readonly string[], status: string): Promise<void> {
  mend()
  // Reads of one turn share one look, which knows nothing of a hand that is none of ours.
  await setImmediate()
  expect(verifyRows(folder, apply)).toMatchObject({ ok: true })
  const next = await openSqliteStore({ folder })
  onTestFinished(() => next.close())
  for (const id of ids) {
    const row = await world.checkpoint(id)
    expect(row).toMatchObject({ status, content: { tool: 'send' }, terms: { quorum: 1 }, gate: { tool: 'send' } })
    expect((await next.get('checkpoints', id))?.row).toEqual(row)
  }
}

test('the content in these tests can not be read', async () => {
  const { world, spoil } = await aScene((filling) => filling.hold())
  spoil()
  await expect(world.checkpoint('chk-1')).rejects.toThrow('JSON')
})

test('invariant 36: a job is called off, with all that it holds, without reading what that is about', async () => {
  const scene = await aScene(async (filling) => {
    await filling.hold()
    await filling.hold({ args: { to: 'eve' } })
  })
  scene.spoil()
  await scene.world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await scene.world.job()).toMatchObject({ status: 'cancelled', held: [] })
  await isWhole(scene, ['chk-1', 'chk-2'], 'cancelled')
  await expect(scene.world.approve('chk-1')).rejects.toMatchObject({ code: 'already_resolved' })
  await expect(scene.world.spend('chk-2')).rejects.toMatchObject({ code: 'not_approved' })
})

test('what somebody has closed unread is whole when they look at it next', async () => {
  const { world } = await aScene((filling) => filling.hold())
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'cancelled', content: { args: { to: 'bob' } } })
})

test('so are the jobs that work for it', async () => {
  const scene = await aScene(async (filling) => {
    await filling.start({ id: 'child', parent: 'job-1' })
    await filling.hold({ job: 'child', checkpoint: 'below' })
  })
  scene.spoil()
  await scene.world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  expect(await sweepChildren(scene.world.ports, JOB, 'Enough.')).toEqual(['child'])
  await isWhole(scene, ['below'], 'cancelled')
})

test('whoever may not call a job off is refused without reading it either', async () => {
  const scene = await aScene((filling) => filling.hold())
  scene.spoil()
  const foreign = scene.world.run(cancelJob, { job: JOB, by: SCOUT, tenant: null, reason: 'Enough.' })
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
})

test('a question is taken back without reading what it is about', async () => {
  const scene = await aScene((filling) => filling.hold())
  scene.spoil()
  const back = {
    tenant: LOCAL,
    checkpoint: CheckpointId.parse('chk-1'),
    by: SCOUT,
    status: 'superseded',
    reason: 'Another one.',
  } as const
  expect(await scene.world.run(withdrawCheckpoint, back)).toBe(true)
  await isWhole(scene, ['chk-1'], 'superseded')
})

test('what was open in a backup is closed without reading what it is about', async () => {
  const scene = await aScene((filling) => filling.hold())
  scene.spoil()
  expect(await settleRestored(scene.world.ports)).toMatchObject({ checkpoints: 1 })
  await isWhole(scene, ['chk-1'], 'superseded')
})

test('invariant 36: what falls due is found without reading what it is about: each is read when its turn has come', async () => {
  const scene = await aScene(async (filling) => {
    const on = (timeout_seconds: number) => ({ terms: { timeout_seconds, on_timeout: { do: 'deny' } as const } })
    await filling.hold(on(1))
    await filling.hold(on(2))
    filling.pass(10)
  })
  scene.spoil('chk-2')
  await expect(expireDue(scene.world.ports)).rejects.toThrow('JSON')
  expect(await scene.world.checkpoint('chk-1')).toMatchObject({ status: 'expired' })
})
