import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cancelJob } from '../engine/cancel-job.ts'
import { endJob } from '../engine/end-job.ts'
import type { Query, Store, Table } from '../engine/ports.ts'
import { settleAttempt } from '../engine/settle-attempt.ts'
import { AttemptId, JobId, LOCAL } from '../model/ids.ts'
import { ADA, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import type { Context } from './context.ts'
import { doubtSession } from './doubt-gone.ts'
import { type Notice, Notices } from './notices.ts'
import { rowsInTurns } from './rows-in-turns.ts'
import { sweepChildren } from './sweep-children.ts'

const MANY = 25

const LARGE: readonly Table[] = ['jobs', 'checkpoints', 'attempts']

/** The same world, in which nobody is given more than ten events or large rows at once: each may be a megabyte. */
function modest(world: World): World {
  const few = ({ table = 'jobs', limit = 0 }: Partial<Query>) => {
    if (LARGE.includes(table) && limit > 10) throw new Error(`Somebody wants ${limit} rows of ${table} at once.`)
  }
  const store = new Proxy(world.store, {
    get(target, name: keyof Store) {
      const found = Reflect.get(target, name)
      if (typeof found !== 'function') return found
      return (...given: [Partial<Query>]) => {
        if (name === 'find' || name === 'events') few(given[0])
        return Reflect.apply(found, target, given)
      }
    },
  })
  return world.through(store)
}

async function manyChildren(): Promise<World> {
  const world = await aWorld()
  for (let at = 0; at < MANY; at += 1) await world.start({ id: `child-${at}`, parent: 'job-1' })
  return world
}

test('every row comes, in its order, a few at a time, and everybody else has a turn between', async () => {
  const { store } = modest(await manyChildren())
  let [turns, over] = [0, false]
  const elsewhere = (async () => {
    for (; !over; turns += 1) await nextTurn()
  })()
  const ids: string[] = []
  const orderOf = ({ started_at }: { readonly started_at: string }) => started_at
  for await (const { id } of rowsInTurns(store, { table: 'jobs', index: 'children', equals: ['job-1'], orderOf })) {
    ids.push(id)
  }
  over = true
  await elsewhere
  expect(ids).toEqual(Array.from({ length: MANY }, (_, at) => `child-${at}`).toSorted())
  expect(turns).toBeGreaterThan(1)
})

test('all that works for a job is called off, few of it at a time', async () => {
  const world = modest(await manyChildren())
  await world.run(cancelJob, { job: JobId.parse('job-1'), by: ADA, tenant: null, reason: 'Enough.' })
  expect(await sweepChildren(world.ports, 'job-1', 'Enough.')).toHaveLength(MANY)
  expect(await sweepChildren(world.ports, 'job-1', 'Enough.')).toHaveLength(MANY)
  for (let at = 0; at < MANY; at += 1) expect(await world.job(`child-${at}`)).toMatchObject({ status: 'cancelled' })
})

test('what ends by itself while the others are called off keeps none of them', async () => {
  const world = await manyChildren()
  await world.run(cancelJob, { job: JobId.parse('job-1'), by: ADA, tenant: null, reason: 'Enough.' })
  const end = { tenant: LOCAL, job: JobId.parse('child-1'), by: SCOUT, status: 'failed', reason: 'It broke.' } as const
  const store = new Proxy(world.store, {
    get(target, name: keyof Store) {
      const found = Reflect.get(target, name)
      if (name !== 'find') return typeof found === 'function' ? found.bind(target) : found
      return async (query: Query) => {
        const rows = await target.find(query)
        if ((await world.job('child-1')).ended_at === null) await world.run(endJob, { ...end, outcome: null })
        return rows
      }
    },
  })
  expect(await sweepChildren(world.through(store).ports, 'job-1', 'Enough.')).toHaveLength(MANY)
  for (let at = 0; at < MANY; at += 1)
    expect(await world.job(`child-${at}`)).toMatchObject({ status: at === 1 ? 'failed' : 'cancelled' })
})

test('all that a dead process had claimed is in doubt, few of it at a time, and no more than is wanted', async () => {
  const world = modest(await aWorld())
  const attempts: AttemptId[] = []
  for (let at = 0; at < MANY; at += 1) {
    const asked = await world.ask({ tool: 'look', key: `key-${at}` })
    if (asked.status === 'allowed' && asked.attempt) attempts.push(asked.attempt.id)
  }
  expect(await doubtSession(world.ports, 'session-1', 20)).toBe(20)
  expect(await doubtSession(world.ports, 'session-1')).toBe(MANY - 20)
  for (const id of attempts) expect(await world.row('attempts', id)).toMatchObject({ status: 'in_doubt' })

  const settle = (attempt: AttemptId) =>
    world.run(settleAttempt, { attempt, by: ADA, status: 'succeeded', reason: 'Seen.' })
  for (const attempt of attempts.slice(1)) await settle(attempt)
  expect(await world.job()).toMatchObject({ status: 'in_doubt' })
  await settle(AttemptId.parse(attempts[0]))
  expect(await world.job()).toMatchObject({ status: 'running' })
})

test('whoever listens is told of all that waits and of all that comes, few of it at a time', async () => {
  const world = modest(await aWorld())
  for (let at = 0; at < MANY; at += 1) await world.hold({ args: { at } })
  const told: Notice[] = []
  const notices = new Notices({ ...world.ports, tenant: LOCAL } as Context)
  onTestFinished(() => notices.close())
  notices.listen((notice) => void told.push(notice))
  await vi.waitFor(() => expect(told).toHaveLength(MANY))
  expect(new Set(told.map(({ checkpoint }) => checkpoint)).size).toBe(MANY)
  await world.run(cancelJob, { job: JobId.parse('job-1'), by: ADA, tenant: null, reason: 'Enough.' })
  await vi.waitFor(() => expect(told).toHaveLength(2 * MANY))
  expect(told.filter(({ about }) => about === 'resolved')).toHaveLength(MANY)
})
