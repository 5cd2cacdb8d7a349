import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openServer } from '../../src/open-server.ts'

/** What the server tells of itself when it is asked. */
export interface Health {
  /** The longest time for which its event loop did nothing else, in milliseconds. */
  readonly blockedMs: number
  /** What happened that no operation declares. */
  readonly reports: readonly string[]
}

const MANY = { perSecond: 100_000, burst: 100_000 }
const QUICK = {
  headersTimeout: 1000,
  requestTimeout: 1500,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 100,
  stillTimeout: 120_000,
}

const reports: string[] = []
const server = await openServer({
  root: process.argv[2] ?? '',
  report: (what, error) => reports.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`),
  limits: {
    each: MANY,
    anonymous: MANY,
    signIns: MANY,
    pages: MANY,
    eachAtOnce: 1000,
    programsAtOnce: 4000,
    filesAtOnce: { each: 4, all: 32 },
    untaken: { each: 64 * 1024 * 1024, programs: 256 * 1024 * 1024 },
  },
  times: QUICK,
})
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', (message) => {
  if (message === 'close') void server.close().then(() => process.disconnect?.())
  else process.send?.({ blockedMs: delay.max / 1e6, reports } satisfies Health)
})
process.send?.(server.url)
