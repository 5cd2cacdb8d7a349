import { setTimeout as delay } from 'node:timers/promises'
import { openForDemo } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { JOB_MOVES } from '../../model/job-status.ts'
import { ACTS, type Act } from './acts.ts'
import { MARK } from './is-demo.ts'
import { type AtWork, PULL_ACT, pullAct } from './pull-act.ts'
import { type Patient, patient } from './wait-halt.ts'

type Leeway = Awaited<ReturnType<typeof openForDemo>>
type JobHandle = Awaited<ReturnType<Leeway['job']>>

/** Where the scripted agent works, and how it tells of itself. */
export interface DemoPlace {
  readonly root: string
  readonly say: (text: string) => void
  /** How long the builder takes over a review: long enough to push something meanwhile. A while of its own when left out. */
  readonly readsReview?: () => Promise<void>
}

/** A scripted agent at work beside a server. */
export interface DemoAgent {
  /** Settles when every job has ended, or when the agent is sent away. */
  readonly ended: Promise<void>
  /** Sends it away. What is held stays held, and it goes on from there when it comes back. */
  close(): Promise<void>
}

/** Lets the scripted agent reach all its gates at once; each job goes on by itself when its hold is answered. */
export async function openDemo({ root, say, readsReview }: DemoPlace): Promise<DemoAgent> {
  let isSentAway = false
  const away = new AbortController()
  const tell = (agent: string, said: string) => {
    if (!isSentAway) say(`Demo, ${agent}: ${said}`)
  }
  const tellHalt = (agent: string, why: string) => tell(agent, `${why} (it goes on by itself when the switch is off)`)
  const leeway = await openForDemo(root, ({ agent }, halted) => {
    if (halted !== undefined) tellHalt(agent, halted)
  })
  const halts = await patient(root, tellHalt)
  const leave = async () => {
    await halts.close()
    await leeway.close()
  }
  const atWork = async (job: string) => {
    tell(
      PULL_ACT.agent,
      `it reads what you said, for ${READS_SECONDS} seconds. Meanwhile you can push: leeway clone ${job}`,
    )
    await (readsReview?.() ??
      delay(READS_SECONDS * 1000, undefined, { signal: away.signal, ref: false }).catch(() => {}))
  }
  const jobs = await openJobs(leeway, { halts, atWork }).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  const work = async () => {
    await Promise.all(jobs.map(async ({ agent, ended }) => tell(agent, await ended())))
    if (!isSentAway) say('The demo is over: all its jobs have ended. Its traces stay in the log.')
  }
  const ended = work().finally(leave)
  return {
    ended,
    close: async () => {
      isSentAway = true
      await leave()
      // Only now: what it was about to do is not recorded any more, and is done when it comes back.
      away.abort()
      await ended
    },
  }
}

/** A job of the demo that has not ended, and the way to see it to its end. */
interface Playing {
  readonly agent: string
  readonly ended: () => Promise<string>
}

const READS_SECONDS = 20

/** The jobs of a demo that is not over yet; a new one where there is none. */
async function openJobs(
  leeway: Leeway,
  { halts, atWork }: { readonly halts: Patient; readonly atWork: AtWork },
): Promise<readonly Playing[]> {
  const openPull = pullAct(leeway, atWork)
  for (let round = 1; ; round += 1) {
    const keyOf = ({ name }: { readonly name: string }) => `${MARK}${round}:${name}`
    const open: Playing[] = []
    for (const act of ACTS) {
      const find = () => openJob(leeway, act, keyOf(act))
      const job = await find().catch(onlyHalted)
      if (job === HALTED || JOB_MOVES[(await job.read()).status].length > 0) {
        open.push({ agent: act.agent, ended: () => playToEnd(act, find, halts) })
      }
    }
    const begin = () => openPull(keyOf(PULL_ACT))
    const pull = await begin().catch(onlyHalted)
    if (pull !== undefined) open.push({ agent: PULL_ACT.agent, ended: () => pullToEnd(pull, begin, halts) })
    if (open.length > 0) return open
  }
}

function openJob(leeway: Leeway, { agent, policy, title, story }: Act, key: string): Promise<JobHandle> {
  return leeway.job({ agent, policy, title: `Demo: ${title}`, input: { demo: true, story }, key })
}

/** A job that can't even begin while the kill switch is on. */
const HALTED = 'halted'

function onlyHalted(error: unknown): typeof HALTED {
  if (error instanceof AppError && error.code === 'halted') return HALTED
  throw error
}

/** A no is an end as well, whoever says it; a halt is none. */
async function playToEnd(act: Act, find: () => Promise<JobHandle>, halts: Patient): Promise<string> {
  const play = async () => {
    const job = await find()
    const said = await act.play(job).catch(refusal)
    await job.finish({ said })
    return said
  }
  return halts.persist(act.agent, play).catch(leaving)
}

type Pulling = Awaited<ReturnType<ReturnType<typeof pullAct>>>

/** What has begun is seen to its end; after a halt it is begun again, and goes on from what is recorded. */
function pullToEnd(
  begun: NonNullable<Pulling> | typeof HALTED,
  begin: () => Promise<Pulling>,
  halts: Patient,
): Promise<string> {
  let first = begun === HALTED ? undefined : begun
  const play = async () => {
    const pull = first ?? (await begin())
    first = undefined
    return pull === undefined ? 'it has ended.' : pull.ended
  }
  return halts.persist(PULL_ACT.agent, play).catch(leaving)
}

/** Whoever is sent away in the middle, or stopped, says why. */
function leaving(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}

/** What ends the whole job is no answer to one question. */
function refusal(error: unknown): string {
  if (error instanceof AppError && REFUSALS.has(error.code)) return `It does not happen: ${error.message}`
  throw error
}

const REFUSALS: ReadonlySet<AppError['code']> = new Set([
  'rejected',
  'denied',
  'expired',
  'withdrawn',
  'approval_voided',
])
