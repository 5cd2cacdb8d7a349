import { request } from 'node:http'
import type { Effort } from '../effort.ts'
import { send } from '../http/send.ts'
import { type Served, served } from '../http/served.ts'
import { progress } from '../progress.ts'
import { FLOOR, OURS, type Row } from '../result.ts'

const CLIENTS = 500
const EVENTS_PER_SECOND = 200
/** What people may wait for news at worst, in milliseconds. */
const MOST_MS = 250

/** How late five hundred readers hear of two hundred events a second; the "floor" is what they may wait. */
export async function benchSse(effort: Effort): Promise<readonly Row[]> {
  const server = await served('leeway')
  try {
    const late: number[] = []
    const readers = await Promise.all(Array.from({ length: CLIENTS }, () => read(server, late)))
    progress(`sse: ${CLIENTS} readers are there`)
    const { secret: token } = await send<{ secret: string }>({
      url: server.url,
      token: server.token,
      path: '/v1/tokens',
      body: { kind: 'service', name: 'bench' },
    })
    await startJobs(server, token, effort.sliceMs * effort.rounds * 2)
    for (const stop of readers) stop()
    const sorted = late.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
    const row = (contender: string, value: number, answers: string): Row => ({
      path: 'sse',
      workload: '500 readers, 200 events/s, p99',
      contender,
      answers,
      value,
      unit: 'ms',
      ofFloor: MOST_MS / value,
      spread: [MOST_MS / at(1), MOST_MS / at(0.5)],
    })
    return [row(FLOOR, MOST_MS, 'what may pass at worst'), row(OURS, at(0.99), `${sorted.length} events heard`)]
  } finally {
    await server.close()
  }
}

/** Reads the stream as a browser does, and notes how old each event is when it comes. Gives the way to stop. */
function read({ url, token }: Served, late: number[]): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>()
  const headers = { Authorization: `Bearer ${token}` }
  const sent = request(`${url}/v1/events/stream`, { headers, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const now = Date.now()
      if (chunk.includes('event: ready')) return resolve(() => sent.destroy())
      for (const [, at] of chunk.matchAll(/"at":"([^"]+)"/g)) late.push(now - Date.parse(String(at)))
    })
    response.on('error', () => undefined)
  })
  sent.on('error', reject).end()
  return promise
}

async function startJobs({ url }: Served, token: string, ms: number): Promise<void> {
  const sent: Promise<unknown>[] = []
  const start = performance.now()
  for (let count = 0; performance.now() - start < ms; count += 1) {
    sent.push(send({ url, token, path: '/v1/jobs', body: { agent: 'scout' } }))
    const next = start + ((count + 1) * 1000) / EVENTS_PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
  await Promise.all(sent)
  await new Promise((resolve) => setTimeout(resolve, 2 * MOST_MS))
}
