import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openReception } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import { USUAL_LIMITS } from '../../src/server/http/limits.ts'

/** Where the server of a bench is found, and the token of its administrator; the bare one has none. */
export interface Ready {
  readonly url: string
  readonly token: string
}

// Serves until its parent lets go, and says how much time of the processor it has used whenever it is asked.
const close = process.argv[2] === 'leeway' ? await serveOurs() : await serveBare()
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => void close().then(() => process.exit()))

/** The least that could answer: the same two kinds of request, read and answered by bare Hono. */
async function serveBare(): Promise<() => Promise<void>> {
  const app = new Hono()
  app.get('/v1/health', (c) => c.json({ status: 'ok' }))
  app.post('/*', async (c) => c.json((await c.req.json()) as object))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    process.send?.({ url: `http://127.0.0.1:${port}`, token: '' } satisfies Ready),
  )
  return async () => void server.close()
}

async function serveOurs(): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'leeway-bench-'))
  const reception = await openReception({ root })
  let token = ''
  await reception.join(PersonId.parse('ada'), async (_person, made) => {
    token = made
  })
  await reception.close()
  const much = { perSecond: 1e9, burst: 1e9 }
  const rates = { each: much, anonymous: much, signIns: much, pages: much }
  const limits = { ...USUAL_LIMITS, ...rates, eachAtOnce: 10_000, programsAtOnce: 10_000 }
  const server = await openServer({ root, limits })
  process.send?.({ url: server.url, token } satisfies Ready)
  return async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
}
