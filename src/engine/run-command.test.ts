import { describe, expect, test } from 'vitest'
import { AppError } from '../model/errors.ts'
import { LOCAL } from '../model/ids.ts'
import { aCheckpoint, aJob, NOON, SCOUT } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { ask } from './ask.ts'
import { eventMaker } from './event-maker.ts'
import { runCommand, runKeyed } from './run-command.ts'
import type { Verb } from './verb.ts'

const event = eventMaker({ tenant: LOCAL, actor: SCOUT, now: NOON, job: aJob().id })

describe('under an idempotency key', () => {
  test('the first answer is given again, and nothing is done twice', async () => {
    const world = await aWorld()
    const idempotency = { owner: 'scout', key: 'k', request: 'r' }
    const input = world.question({ tool: 'wipe' })
    const first = await runKeyed(world.ports, { verb: ask, input, idempotency })
    const before = (await world.events()).length
    expect(await runKeyed(world.ports, { verb: ask, input, idempotency })).toEqual(first)
    expect((await world.events()).length).toBe(before)
  })

  test('another request is an error', async () => {
    const world = await aWorld()
    const input = world.question({ tool: 'look' })
    await runKeyed(world.ports, { verb: ask, input, idempotency: { owner: 'scout', key: 'k', request: 'r' } })
    const other = runKeyed(world.ports, { verb: ask, input, idempotency: { owner: 'scout', key: 'k', request: 's' } })
    await expect(other).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('the same key of somebody else is another key', async () => {
    const world = await aWorld()
    for (const owner of ['scout', 'other']) {
      const idempotency = { owner, key: 'k', request: owner }
      await runKeyed(world.ports, { verb: ask, input: world.question({ tool: 'look' }), idempotency })
    }
    expect(await world.events('gate_decided')).toHaveLength(2)
  })

  test('an owner and a key are not mistaken for another pair', async () => {
    const world = await aWorld()
    for (const [owner, key] of [
      ['a', 'b","c'],
      ['a","b', 'c'],
    ] as const) {
      const idempotency = { owner, key, request: owner }
      await runKeyed(world.ports, { verb: ask, input: world.question({ tool: 'look' }), idempotency })
    }
    expect(await world.events('gate_decided')).toHaveLength(2)
  })

  test('what was refused is judged again', async () => {
    const world = await aWorld()
    const idempotency = { owner: 'scout', key: 'k', request: 'r' }
    const input = world.question({ job: 'job-2', tool: 'look' })
    await expect(runKeyed(world.ports, { verb: ask, input, idempotency })).rejects.toMatchObject({ code: 'not_found' })
    await world.start({ id: 'job-2' })
    expect(await runKeyed(world.ports, { verb: ask, input, idempotency })).toMatchObject({ status: 'allowed' })
  })

  test('two at once do it once', async () => {
    const world = await aWorld()
    const idempotency = { owner: 'scout', key: 'k', request: 'r' }
    const input = world.question({ tool: 'look' })
    const [one, two] = await Promise.all([1, 2].map(() => runKeyed(world.ports, { verb: ask, input, idempotency })))
    expect(one).toEqual(two)
    expect(await world.events('gate_decided')).toHaveLength(1)
  })
})

test('whoever loses a race decides again on what is true by then', async () => {
  const world = await aWorld()
  let rounds = 0
  const verb: Verb<null, string, string> = {
    load: async (read) => {
      const job = await read.get('jobs', 'job-1')
      if (++rounds === 1) await world.hold()
      return job?.status ?? ''
    },
    decide: (status) => ({
      events: [event('child_refused', { child: aJob().id, checkpoint: null, reason: status })],
      effects: [],
      result: status,
    }),
  }
  expect(await runCommand(world.ports, verb, null)).toBe('pending_review')
  expect(rounds).toBe(2)
  expect(await world.events('child_refused')).toMatchObject([{ data: { reason: 'pending_review' } }])
})

test('a race that is never won ends with the conflict', async () => {
  const world = await aWorld()
  let rounds = 0
  const verb: Verb<null, null, null> = {
    load: async (read) => {
      await read.get('jobs', 'job-1')
      rounds++
      await world.hold({ args: { rounds } })
      return null
    },
    decide: () => ({ events: [event('stall_signalled', { refusal: 'x', count: 3 })], effects: [], result: null }),
  }
  await expect(runCommand(world.ports, verb, null)).rejects.toMatchObject({ code: 'version_conflict' })
  expect(rounds).toBe(100)
  expect(await world.events('stall_signalled')).toEqual([])
})

test('a refusal with a trace commits it before the caller hears of it', async () => {
  const world = await aWorld()
  const verb: Verb<null, null, null> = {
    load: async () => null,
    decide: () => ({
      events: [event('access_denied', { wanted: 'all', why: 'none' })],
      effects: [],
      error: new AppError('halted'),
    }),
  }
  await expect(runCommand(world.ports, verb, null)).rejects.toMatchObject({ code: 'halted' })
  expect(await world.events('access_denied')).toHaveLength(1)
})

test('a row that its command did not read is never written', async () => {
  const world = await aWorld()
  await world.hold()
  const resolution = { answer: 'approve', by: SCOUT, at: '', reason: null, grant: null } as const
  const checkpoint = aCheckpoint().id
  const verb: Verb<null, null, null> = {
    load: async () => null,
    decide: () => ({
      events: [event('checkpoint_resolved', { status: 'approved', resolution }, { checkpoint })],
      effects: [],
      result: null,
    }),
  }
  await expect(runCommand(world.ports, verb, null)).rejects.toThrow('which its command did not read')
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'pending' })
})
