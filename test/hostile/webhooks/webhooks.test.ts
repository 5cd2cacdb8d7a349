import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LOCAL } from '../../../src/model/ids.ts'
import type { Found } from '../../../src/notify/post-safely.ts'
import type { Webhook } from '../../../src/notify/webhook.ts'
import { SEND_TERMS, type SenderParts, trySending } from '../../../src/notify/webhook-sender.ts'
import { ADDRESSES, NAMES } from './addresses.ts'
import { type Became, type HostileReceiver, RECEIVERS } from './receivers.ts'

const MESSAGE = { id: 'evt_1', body: JSON.stringify({ type: 'webhook_test' }) }
/** Long enough for every receiver that means to answer, on a machine that has much to do. */
const TIMEOUT_MS = 2500

function webhookAt(url: string, isPrivate: boolean): Webhook {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  return {
    id: 'whk_1',
    url,
    secret,
    tenant: LOCAL,
    private: isPrivate,
    added_by: 'ada',
    added_at: '2026-11-16T00:00:00Z',
  }
}

function tryAt(webhook: Webhook, more: Pick<SenderParts, 'lookup'> = {}) {
  return trySending(
    { terms: { ...SEND_TERMS, timeoutMs: TIMEOUT_MS }, now: () => new Date(), ...more },
    webhook,
    MESSAGE,
  )
}

/** Whether exactly that became of it; an error is the sentence that people see. */
function matches(became: Became, expected: Became): boolean {
  if (became === undefined || expected === undefined) return became === expected
  const { error } = expected
  const said = String(became.error)
  return became.isRefusal === expected.isRefusal && (typeof error === 'string' ? said === error : error.test(said))
}

async function listening(receiver: HostileReceiver): Promise<string> {
  const server: Server = receiver.listen()
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `${receiver.https ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/told`
}

test('every hostile receiver gets its exact end, and none keeps the sender from anything else', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const wrong = await Promise.all(
    RECEIVERS.map(async (receiver) => {
      const became = await tryAt(webhookAt(await listening(receiver), true))
      return matches(became, receiver.became) ? [] : [`${receiver.name}: ${JSON.stringify(became)}`]
    }),
  )
  expect(wrong.flat()).toEqual([])
  expect(delay.max / 1e6).toBeLessThan(1000)
})

test('no environment makes it trust a certificate that nobody vouches for', async () => {
  const receiver = RECEIVERS.find(({ name }) => name === 'has a certificate that nobody vouches for')
  if (receiver === undefined) throw new Error('There is no such receiver.')
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await tryAt(webhookAt(await listening(receiver), true))).toMatchObject({
    error: expect.stringMatching(/^self-signed certificate/),
  })
})

test.for(ADDRESSES)('nothing is sent to %s', async ([url, error]) => {
  expect(await tryAt(webhookAt(url, false))).toEqual({ error, isRefusal: false })
})

test.for(NAMES)('nothing is sent to a name that stands for %s', async ([addresses, error]) => {
  const lookup = async (): Promise<readonly Found[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  expect(await tryAt(webhookAt('https://rebound.example/', false), { lookup })).toEqual({ error, isRefusal: false })
})

test('a name that nobody answers for is given up in the same time', async () => {
  const lookup = () => new Promise<never>(() => undefined)
  expect(await tryAt(webhookAt('https://silent.example/', false), { lookup })).toEqual({
    error: 'It did not answer within 2.5 s.',
    isRefusal: false,
  })
})
