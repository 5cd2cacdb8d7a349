import type { Page } from 'playwright-core'
import type { ApiClient } from '../../src/client/api-client.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'
import { longestTask } from './longest-task.ts'

const EVENTS_PER_SECOND = 200
const SECONDS = 3
/** What one task may take, and how often a frame may be drawn. */
const MOST = { longest: 100, drawings: 1 } as const

/** What a burst of news cost a page. */
export interface Burst {
  /** Milliseconds of the main thread that the longest task took. */
  readonly longest: number
  /** The most drawings of one frame. */
  readonly drawings: number
}

/** Has to run before the page's own scripts: React tells of every drawing to whoever looks. */
export const WATCH_DRAWINGS = `globalThis.drawings = { most: 0, now: 0 }
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot: () => { drawings.most = Math.max(drawings.most, ++drawings.now) },
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() {},
}
const frame = () => {
  drawings.now = 0
  requestAnimationFrame(frame)
}
requestAnimationFrame(frame)`

/** Starts jobs while somebody looks at a page, each of which is news to it. */
export async function burstOn(page: Page, service: ApiClient): Promise<Burst> {
  await page.evaluate('drawings.most = 1')
  const longest = await longestTask(page, () => startJobs(service))
  return { longest, drawings: (await page.evaluate('drawings.most')) as number }
}

async function startJobs(service: ApiClient): Promise<void> {
  const sent: Promise<unknown>[] = []
  const start = performance.now()
  for (let count = 0; count < EVENTS_PER_SECOND * SECONDS; count += 1) {
    sent.push(service.call('start_job', { agent: 'scout' }))
    const next = start + ((count + 1) * 1000) / EVENTS_PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
  await Promise.all(sent)
}

/** Beside what may be: no task that is felt, and one drawing a frame. */
export function burstRows(bursts: readonly Burst[]): readonly Row[] {
  const names = { longest: 'longest task in 200 events/s', drawings: 'drawings of one frame in 200 events/s' } as const
  return (['longest', 'drawings'] as const).flatMap((key) => {
    const shares = bursts.map((burst) => MOST[key] / burst[key])
    const row = { path: 'cockpit', workload: `10,000 rows, ${names[key]}`, unit: key === 'longest' ? 'ms' : 'drawings' }
    return [
      { ...row, contender: FLOOR, answers: 'what may be at most', value: MOST[key], ofFloor: 1, spread: [1, 1] },
      {
        ...row,
        contender: OURS,
        answers: 'the inbox',
        value: median(bursts.map((burst) => burst[key])),
        ofFloor: median(shares),
        spread: [Math.min(...shares), Math.max(...shares)],
      },
    ] as const satisfies readonly Row[]
  })
}
