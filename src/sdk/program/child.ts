import { hashOf } from '../../engine/content-hash.ts'
import type { Call } from '../../engine/event.ts'
import { hasEnded } from '../../engine/job-state.ts'
import type { StoredEvent } from '../../engine/ports.ts'
import { runCommand } from '../../engine/run-command.ts'
import { turnJob } from '../../engine/turn-job.ts'
import { AppError } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import { ownCopy } from '../own-copy.ts'
import { start } from '../start.ts'
import { type ChildOptions, type ChildRefusal, type ChildResult, type Program, refOf } from './program.ts'
import { refuseUnfitName } from './refuse-unfit-name.ts'
import { report } from './report.ts'
import type { Run } from './run.ts'
import { idOf } from './scope.ts'

/** Hands work to another agent and waits for it; when the child is held, so is this program. */
export async function child<Input, Result>(
  run: Run,
  agent: string,
  options: ChildOptions<Input, Result>,
): Promise<ChildResult<Result>> {
  const { program, policy = {}, name = agent } = options
  refuseUnfitName('a child', name)
  const input = ownCopy(options.input) ?? null
  const question = hashOf(['child', agent, program.name, input, policy])
  return run.call({ name, question, words: `a child of agent ${agent}` }, async (call, recorded) => {
    const job = await childJob(run, { call, agent, options: { ...options, input }, recorded })
    run.context.crashPoint?.('child:started')
    return hasEnded(job) ? ended<Result>(run, job) : await driveChild(run, job, program)
  })
}

interface Asked {
  readonly call: Call
  readonly agent: string
  readonly options: Omit<ChildOptions<never, unknown>, 'input'> & { readonly input: unknown }
  readonly recorded: readonly StoredEvent[] | undefined
}

async function childJob(run: Run, { call, agent, options, recorded }: Asked): Promise<Job> {
  const linked = recorded?.find(({ type }) => type === 'child_linked')
  if (linked?.type === 'child_linked') {
    const known = await run.context.store.get('jobs', linked.data.child)
    if (known !== undefined) return known.row
  }
  const { program, input, policy, title = '' } = options
  const key = `child:${run.job.id}/${idOf(call)}`
  const asked = { agent, title, input, key, ...(policy !== undefined && { policy }) }
  return start(run.context, asked, { program: refOf(program), parent: run.job, call })
}

async function driveChild<Result>(run: Run, job: Job, program: Program<never, Result>): Promise<ChildResult<Result>> {
  const turn = (to: 'waiting' | 'running') =>
    runCommand(run.context, turnJob, { ...run.mine, to, reason: `Job ${job.id} works for it.` })
  run.children++
  await turn('waiting')
  const done = await run.drive(job, program).finally(() => {
    run.children--
  })
  run.context.crashPoint?.('child:ended')
  if (done.status !== 'completed' && done.status !== 'failed' && done.status !== 'cancelled') {
    throw new AppError('held', [], {
      message: `Job ${job.id}, which works for this one, is ${done.status}: ${done.reason}`,
      details: { child: job.id },
    })
  }
  if (run.children === 0) await turn('running')
  return { ...done, refused: await refusalsOf(run, job) }
}

async function ended<Result>(run: Run, job: Job): Promise<ChildResult<Result>> {
  const done = await report<Result>(run.context, job.id, '')
  if (done.status !== 'completed' && done.status !== 'failed' && done.status !== 'cancelled') {
    throw new Error(`Job ${job.id} has ended.`)
  }
  return { ...done, refused: await refusalsOf(run, job) }
}

/** What the child and those below it were refused, as its ancestors were told. */
async function refusalsOf({ context, job }: Run, { id }: Job): Promise<readonly ChildRefusal[]> {
  const below = await context.store.events({ job: id, type: 'child_refused', limit: 1000 })
  const told = await context.store.events({ job: job.id, type: 'child_refused', limit: 1000 })
  return [...told, ...below].flatMap((event) =>
    event.type === 'child_refused' && (event.job === id || event.data.child === id) ? [event.data] : [],
  )
}
