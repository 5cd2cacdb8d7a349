import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../testing/desk-folder.ts'
import { aServedHouse, type ServedHouse } from '../../testing/served-house.ts'
import { USUAL_LIMITS } from './limits.ts'

const MANY = 100
const PLENTY = { each: 1024 ** 3, programs: 1024 ** 3 }
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 1000,
}

/** Somebody asks many times for something large, in one piece. Nothing of the answers is read until somebody says so. */
async function aFlood(house: ServedHouse, who: 'agent' | 'viewer' = 'agent') {
  const gate = { kind: 'tool', tool: 'send', args: { to: 'bob', text: 'x'.repeat(900_000) } } as const
  const { id } = await house.hold({ gate })
  const { host, port } = new URL(house.url)
  const socket = connect(Number(port), '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const lines = [`GET /v1/checkpoints/${id} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${house.tokens[who]}`]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(MANY))
  return socket
}

test('an agent that asks and does not read waits until it has, and nobody waits with it', async () => {
  const untaken = { each: 2 * 1024 * 1024, programs: 1024 ** 3 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, untaken } })
  const socket = await aFlood(house)
  const agent = () => codeOf(house.as('agent').call('read_me', {}))
  await expect.poll(agent).toBe('too_many_requests')
  expect(await house.as('service').call('read_me', {})).toMatchObject({ id: 'ci' })
  const halt = { halt: { of: 'all' }, on: true, reason: 'Too much.' } as const
  expect((await house.as('reviewer').call('set_kill_switch', halt)).all).toMatchObject({ by: 'rob' })
  socket.destroy()
  await expect.poll(agent).toMatchObject({ id: 'scout' })
})

test('all programs together leave only so much untaken', async () => {
  const untaken = { each: 1024 ** 3, programs: 2 * 1024 * 1024 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, untaken } })
  const socket = await aFlood(house)
  const service = () => codeOf(house.as('service').call('read_me', {}))
  await expect.poll(service).toBe('overloaded')
  expect(await house.as('viewer').call('read_me', {})).toMatchObject({ id: 'vic' })
  socket.resume()
  await expect.poll(service, { timeout: 10_000 }).toMatchObject({ id: 'ci' })
})

test('whoever takes nothing of an answer is cut off in the end', async () => {
  const house = await aServedHouse({
    limits: { ...USUAL_LIMITS, untaken: PLENTY },
    times: { ...TIMES, stillTimeout: 200 },
  })
  const socket = await aFlood(house)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  // Only who reads hears that it is over.
  setTimeout(() => socket.resume(), 1500)
  await promise
  expect(socket.bytesRead).toBeLessThan(MANY * 900_000)
})

test('a connection on which nobody asks anything any more is closed, and one that waits for news is not', async () => {
  const house = await aServedHouse({ times: { ...TIMES, keepAliveTimeout: 50, stillTimeout: 200 } })
  const { host, port } = new URL(house.url)
  const ask = (path: string) => {
    const socket = connect(Number(port), '127.0.0.1').resume()
    onTestFinished(() => void socket.destroy())
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${house.tokens.viewer}`]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    return socket
  }
  const { last } = await house.as('viewer').call('list_events', { limit: 1000 })
  const [idle, waiting] = [ask('/v1/me'), ask(`/v1/events?wait=1&after=${last}`)]
  await expect.poll(() => idle.closed, { timeout: 5000 }).toBe(true)
  await expect.poll(() => waiting.bytesRead, { timeout: 5000 }).toBeGreaterThan(0)
})

test.for(['agent', 'viewer'] as const)(
  'requests of one %s that come in one piece leave everybody else a turn between them',
  async (who) => {
    const house = await aServedHouse({ limits: { ...USUAL_LIMITS, untaken: PLENTY } })
    const socket = await aFlood(house, who)
    socket.resume()
    // Of this thread alone: how long others let it wait says nothing about the turns.
    const used = () => {
      const { user, system } = process.threadCpuUsage()
      return user + system
    }
    const begin = used()
    let longest = 0
    for (let last = begin; socket.bytesRead < MANY * 900_000; ) {
      await nextTurn()
      const now = used()
      longest = Math.max(longest, now - last)
      last = now
    }
    expect(longest).toBeLessThan((used() - begin) / 3)
  },
)
