import { openForDemo } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { JOB_MOVES } from '../../model/job.ts'
import { ACTS, type Act } from './acts.ts'
import { PULL_ACT, pullAct } from './pull-act.ts'

type Leeway = Awaited<ReturnType<typeof openForDemo>>
type JobHandle = Awaited<ReturnType<Leeway['job']>>

/** What the keys of demo jobs begin with. */
const MARK = 'demo:'

/** Where the scripted agent works, and how it tells of itself. */
export interface DemoPlace {
  readonly root: string
  readonly say: (text: string) => void
}

/** A scripted agent at work beside a server. */
export interface DemoAgent {
  /** Settles when every job has ended, or when the agent is sent away. */
  readonly ended: Promise<void>
  /** Sends it away. What is held stays held, and it goes on from there when it comes back. */
  close(): Promise<void>
}

/** Whether a job is part of a demo. */
export function isDemo({ key }: { readonly key: string | null }): boolean {
  return key?.startsWith(MARK) === true
}

/** Lets the scripted agent reach all its gates at once; each job goes on by itself when its hold is answered. */
export async function openDemo({ root, say }: DemoPlace): Promise<DemoAgent> {
  const leeway = await openForDemo(root)
  let isSentAway = false
  const jobs = await openJobs(leeway).catch(async (error: unknown) => {
    await leeway.close()
    throw error
  })
  const play = async ({ agent, ended }: Playing) => {
    const said = await ended()
    if (!isSentAway) say(`Demo, ${agent}: ${said}`)
  }
  const work = async () => {
    await Promise.all(jobs.map(play))
    if (!isSentAway) say('The demo is over: all its jobs have ended. Its traces stay in the log.')
  }
  const ended = work().finally(() => leeway.close())
  return {
    ended,
    close: async () => {
      isSentAway = true
      await leeway.close()
      await ended
    },
  }
}

/** A job of the demo that has not ended, and the way to see it to its end. */
interface Playing {
  readonly agent: string
  readonly ended: () => Promise<string>
}

/** The jobs of a demo that is not over yet; a new one where there is none. */
async function openJobs(leeway: Leeway): Promise<readonly Playing[]> {
  const openPull = pullAct(leeway)
  for (let round = 1; ; round += 1) {
    const keyOf = ({ name }: { readonly name: string }) => `${MARK}${round}:${name}`
    const open: Playing[] = []
    for (const act of ACTS) {
      const job = await openJob(leeway, act, keyOf(act))
      if (JOB_MOVES[(await job.read()).status].length > 0) {
        open.push({ agent: act.agent, ended: () => playToEnd(act, job) })
      }
    }
    const pull = await openPull(keyOf(PULL_ACT))
    if (pull !== undefined) open.push({ agent: PULL_ACT.agent, ended: () => pull.ended.catch(leaving) })
    if (open.length > 0) return open
  }
}

function openJob(leeway: Leeway, { agent, policy, title, story }: Act, key: string): Promise<JobHandle> {
  return leeway.job({ agent, policy, title: `Demo: ${title}`, input: { demo: true, story }, key })
}

/** A no is an end as well, whoever says it. */
async function playToEnd(act: Act, job: JobHandle): Promise<string> {
  try {
    const said = await act.play(job).catch(refusal)
    await job.finish({ said })
    return said
  } catch (error) {
    return leaving(error)
  }
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
