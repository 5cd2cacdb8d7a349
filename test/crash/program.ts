import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/model/errors.ts'
import type { JobHandle } from '../../src/sdk/job-handle.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import { runErrand } from './errand.ts'
import type { Work } from './orders.ts'
import { writePaper } from './paper.ts'
import type { Point } from './points.ts'

/** One thing that the agent wants to do. */
export interface Planned {
  readonly key: string
  /** The target takes the key and does nothing twice. */
  readonly idempotent: boolean
  readonly answer: 'approve' | 'reject'
}

/** How one of them went, as far as the agent knows. */
export interface Outcome {
  readonly key: string
  readonly status: 'succeeded' | 'rejected' | 'failed'
  readonly value: unknown
}

/** What the program meets on its way. */
export interface Surroundings {
  readonly work: Work
  readonly pass: (point: Point) => void
  /** Leaves a line in the world, where everybody can see how often. */
  readonly note: (file: 'acts' | 'steps', line: readonly string[]) => void
  readonly tell: (outcome: Outcome) => void
}

const plan = (key: string, given: Partial<Planned> = {}): Planned => ({
  key,
  idempotent: false,
  answer: 'approve',
  ...given,
})

/** Three jobs at once, beside an errand and what is called off: held and approved, held and rejected, and free. */
const JOBS: readonly { readonly key: string; readonly policy: string; readonly actions: readonly Planned[] }[] = [
  { key: 'held', policy: 'jobs/dependent', actions: [plan('letter'), plan('parcel', { idempotent: true })] },
  { key: 'rejected', policy: 'jobs/dependent', actions: [plan('threat', { answer: 'reject' })] },
  { key: 'free', policy: 'jobs/full', actions: [plan('look'), plan('note', { idempotent: true })] },
]

/** What everybody wants to know in the end, what the errand does included. */
export const PLANNED: readonly Planned[] = [...JOBS.flatMap(({ actions }) => actions), plan('post'), plan('courier')]

/** The agent's program. Run again after a crash it finds everything by its keys. */
export async function runProgram(leeway: Leeway, around: Surroundings): Promise<readonly Outcome[]> {
  const { work } = around
  const [outcomes] = await Promise.all([
    work === 'paper' ? [] : runJobs(leeway, around),
    work === 'jobs' ? undefined : writePaper(leeway),
  ])
  return outcomes
}

async function runJobs(leeway: Leeway, around: Surroundings): Promise<readonly Outcome[]> {
  const outcomes = await Promise.all([
    runErrand(leeway, around),
    callOff(leeway, around),
    ...JOBS.map(async ({ key, policy, actions }) => {
      const job = await leeway.job({ key, policy })
      const own: Outcome[] = []
      for (const planned of actions) own.push(await settle(job, planned, around))
      await pass(job, around)
      return own
    }),
  ])
  return outcomes.flat()
}

/** Work that somebody thinks better of; whatever works for it is swept up by an effect. */
async function callOff(leeway: Leeway, around: Surroundings): Promise<readonly Outcome[]> {
  for (const key of ['called off', 'dropped']) {
    const job = await leeway.job({ key, policy: 'jobs/full' })
    await job.cancel('Nobody wants it any more.')
    around.pass('job:called_off')
  }
  return []
}

/** Does it in the world. */
export function act(key: string, attempt: string, { pass: at, note }: Surroundings): string {
  at('act:before')
  note('acts', [key, attempt])
  at('act:after')
  return `did ${key}`
}

async function settle(job: JobHandle, planned: Planned, around: Surroundings): Promise<Outcome> {
  for (;;) {
    const ended = await attempt(job, planned, around)
    if (ended !== undefined) {
      const outcome = { key: planned.key, ...ended }
      around.tell(outcome)
      return outcome
    }
    await sleep(5)
  }
}

async function attempt(job: JobHandle, { key, idempotent }: Planned, around: Surroundings) {
  const action = (_args: unknown, about: { readonly key: string }) => act(key, about.key, around)
  try {
    const value = await job.run({ tool: 'send', args: { to: key } }, action, { key, idempotent })
    return { status: 'succeeded', value: value ?? null } as const
  } catch (error) {
    return refusal(error)
  }
}

/** Nothing while nobody knows how it went; a person finds out. */
function refusal(error: unknown): Pick<Outcome, 'status' | 'value'> | undefined {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'job_in_doubt') return undefined
  if (code === 'rejected') return { status: 'rejected', value: null }
  // Somebody has settled that it did not run, and the key is used up.
  if (code === 'key_spent') return { status: 'failed', value: null }
  throw error
}

/** The end of the work, which a person approves where the policy says so. */
async function pass(job: JobHandle, around: Surroundings): Promise<void> {
  const { ended_at } = await job.read()
  if (ended_at !== null) return
  const passage = await job.gate({ kind: 'completion' }, { key: 'end' })
  around.pass('end:passed')
  if (!passage.go) throw new Error(`The end of the work was ${passage.outcome}.`)
  await job.finish()
  around.pass('job:finished')
}
