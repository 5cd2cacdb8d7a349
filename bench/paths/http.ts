import type { Effort } from '../effort.ts'
import { send } from '../http/send.ts'
import { type Served, served } from '../http/served.ts'
import { progress } from '../progress.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'

const AT_ONCE = 32
/**
 * Requests or cycles that are done before anything is measured, and in each slice, however long that takes: a busy machine does so few
 * in the time alone that what is measured is the compiler at work.
 */
const LEAST_WARM = 2000
const LEAST_IN_SLICE = 300

type Work = (number: number) => Promise<unknown>

/** A server with its workloads; each is done so often at once, as agents do. */
interface Contender {
  readonly name: string
  readonly server: Served
  readonly works: Readonly<Record<string, Work>>
}

/** What a request costs the processor of the server, and how many durable cycles go over HTTP, beside bare Hono. */
export async function benchHttp(effort: Effort): Promise<readonly Row[]> {
  const [bare, ours] = [await served('hono'), await served('leeway')]
  try {
    const contenders: readonly Contender[] = [
      { name: FLOOR, server: bare, works: bareWorks(bare) },
      { name: OURS, server: ours, works: await ourWorks(ours) },
    ]
    const samples = new Map<string, Sample[]>()
    for (const { works } of contenders)
      for (const work of Object.values(works)) {
        await repeat(work, effort.warmUpMs / 4, LEAST_WARM)
      }
    for (let round = 1; round <= effort.rounds; round += 1) {
      progress(`http: round ${round} of ${effort.rounds}`)
      for (const { name, server, works } of contenders) {
        for (const [workload, work] of Object.entries(works)) {
          const before = await server.used()
          const done = await repeat(work, effort.sliceMs, LEAST_IN_SLICE)
          const cpu = (await server.used()) - before
          const key = `${name} ${workload}`
          samples.set(key, [
            ...(samples.get(key) ?? []),
            { perSecond: done.perSecond, perCpu: (done.count / cpu) * 1e6 },
          ])
        }
      }
    }
    return contenders.flatMap((contender) => rowsOf(contender, samples))
  } finally {
    await bare.close()
    await ours.close()
  }
}

interface Sample {
  readonly perSecond: number
  readonly perCpu: number
}

function rowsOf({ name, works }: Contender, samples: ReadonlyMap<string, readonly Sample[]>): readonly Row[] {
  return Object.keys(works).map((workload) => {
    const own = samples.get(`${name} ${workload}`) ?? []
    const floor = samples.get(`${FLOOR} ${workload}`) ?? []
    const shares = own.map(({ perCpu }, at) => perCpu / (floor[at]?.perCpu ?? Number.NaN))
    return {
      path: 'http',
      workload,
      contender: name,
      answers: name === FLOOR ? 'bare Hono: no names, headers, credentials or limits' : 'the whole server',
      value: median(own.map(({ perSecond }) => perSecond)),
      unit: workload.startsWith('cycle') ? 'cycles/s' : 'requests/s',
      perCpuSecond: median(own.map(({ perCpu }) => perCpu)),
      ofFloor: median(shares),
      spread: [Math.min(...shares), Math.max(...shares)],
    }
  })
}

let count = 0

/** Keeps so many at work for a while, and until enough is done. */
async function repeat(
  work: Work,
  ms: number,
  least: number,
): Promise<{ readonly count: number; readonly perSecond: number }> {
  const start = performance.now()
  let done = 0
  const lane = async () => {
    for (; performance.now() - start < ms || done < least; done += 1) await work(count++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { count: done, perSecond: (done / (performance.now() - start)) * 1000 }
}

/** A cycle is three requests that write. */
function bareWorks({ url, token }: Served): Contender['works'] {
  const post = (number: number) => send({ url, token, path: '/v1/x', body: { number, args: { to: 'bob' } } })
  return {
    'cheapest GET': () => send({ url, token, path: '/v1/health' }),
    'cycle, 32 at once': async (number) => {
      for (let step = 0; step < 3; step += 1) await post(number)
    },
  }
}

async function ourWorks({ url, token: person }: Served): Promise<Contender['works']> {
  const { secret } = await send<{ secret: string }>({
    url,
    token: person,
    path: '/v1/tokens',
    body: { kind: 'agent', name: 'scout' },
  })
  const jobs: string[] = []
  const asAgent = <Answer>(path: string, body: object) => send<Answer>({ url, token: secret, path, body })
  for (let at = 0; at < AT_ONCE; at += 1) {
    jobs.push((await asAgent<{ id: string }>('/v1/jobs', { agent: 'scout', policy: 'jobs/dependent' })).id)
  }
  const session = 'bench-process'
  const cycle = async (number: number) => {
    const job = jobs.pop() as string
    const gate = { kind: 'tool', tool: 'send', args: { to: `bob ${number}` } }
    const { checkpoint } = await asAgent<Held>(`/v1/jobs/${job}/gates`, { gate, session, key: `k${number}` })
    const path = `/v1/checkpoints/${checkpoint.id}`
    const { content_hash } = checkpoint
    await send({ url, token: person, path: `${path}/reviews`, body: { content_hash, review: { answer: 'approve' } } })
    await asAgent(`${path}/claims`, { content_hash, session })
    jobs.push(job)
  }
  return { 'cheapest GET': () => send({ url, token: '', path: '/v1/health' }), 'cycle, 32 at once': cycle }
}

interface Held {
  readonly checkpoint: { readonly id: string; readonly content_hash: string }
}
