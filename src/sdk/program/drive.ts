import { driveJob } from '../../engine/drive-job.ts'
import { endJob } from '../../engine/end-job.ts'
import { hasEnded } from '../../engine/job-state.ts'
import { leaveJob } from '../../engine/leave-job.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import { attend } from '../attend.ts'
import type { Context } from '../context.ts'
import { type JobLease, leaseJob } from './job-lease.ts'
import { Journal } from './journal.ts'
import { failure, outcomeOf } from './outcome.ts'
import { type Program, refOf } from './program.ts'
import { programJob } from './program-job.ts'
import type { ProgramRun } from './program-run.ts'
import { isUnkept, whyUnkept } from './record.ts'
import { report } from './report.ts'
import { type Finish, Run } from './run.ts'

/** How a job is driven. */
export interface DriveOptions<Result> {
  readonly program: Program<never, Result>
  readonly onHold: 'wait' | 'throw'
  /** Digest of the policy that the caller would begin with today. */
  readonly wanted: string | null
}

/** Runs the program of a job from what is recorded, until it ends or is left. One process at a time does that. */
export async function drive<Result>(
  context: Context,
  job: Job,
  options: DriveOptions<Result>,
): Promise<ProgramRun<Result>> {
  if (hasEnded(job)) return report(context, job.id, '')
  const lease = await leaseJob(context, job.id)
  try {
    await attend(context, job.id)
    return await driveLeased(context, job, { ...options, lease })
  } finally {
    await lease.release()
  }
}

async function driveLeased<Result>(
  context: Context,
  job: Job,
  { program, onHold, wanted, lease }: DriveOptions<Result> & { readonly lease: JobLease },
): Promise<ProgramRun<Result>> {
  const { driver, epoch } = lease
  const by = { kind: 'agent', id: job.agent } as const
  const mine = { tenant: context.tenant, job: job.id, by, driver }
  const taken = await runCommand(context, driveJob, { ...mine, epoch, program: refOf(program), wanted })
  if (!taken.goes) return report(context, job.id, '')
  context.crashPoint?.('drive:taken')

  const run = new Run({
    context,
    job,
    driver,
    onHold,
    tools: program.tools ?? [],
    journal: await Journal.open(context.store, job.id),
    drive: (child, ofChild) => drive(context, child, { program: ofChild, onHold, wanted: null }),
  })
  lease.onLost(() =>
    run.leave(new AppError('fenced', [], { message: `Another process has taken job ${job.id} over.` })),
  )
  const finish = await run.execute(() => program.body(programJob(run), structuredClone(job.input) as never))
  context.crashPoint?.('drive:before_end')
  return end(run, finish)
}

async function end<Result>(run: Run, finish: Finish): Promise<ProgramRun<Result>> {
  const { context, job } = run
  if (finish.how === 'left') {
    await sayWhy(run, finish.unasked)
    return left(run, finish.why)
  }
  const outcome = finish.how === 'returned' ? await outcomeOf(() => finish.value) : failure(finish.error)
  try {
    await endAs(run, outcome)
  } catch (error) {
    // A gate that nobody waited for holds the job all the same.
    return left(run, error)
  }
  context.crashPoint?.('drive:ended')
  const done = await report<Result>(context, job.id, '')
  return done.status === 'failed' && finish.how === 'threw' ? { ...done, error: finish.error } : done
}

async function endAs(run: Run, outcome: Awaited<ReturnType<typeof outcomeOf>>): Promise<void> {
  const ending = outcome.ok
    ? ({ status: 'completed', reason: 'The program is done.', outcome: outcome.value ?? null } as const)
    : ({ status: 'failed', reason: outcome.error, outcome: outcome } as const)
  try {
    await runCommand(run.context, endJob, { ...run.mine, ...ending })
  } catch (error) {
    if (!isUnkept(error)) throw error
    const reason = whyUnkept('What came of the program', error)
    await runCommand(run.context, endJob, { ...run.mine, status: 'failed', reason, outcome: { error: reason } })
  }
}

/** A hold, an end or a stop is what the job came to; anything else is for the caller to mend, and leaves the job as it was. */
const IS_AN_ANSWER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'held',
  'job_held',
  'job_ended',
  'job_stopped',
  'job_in_doubt',
])

/**
 * What was left beside a question, and not for one, would wait with it for people who know nothing of it: the job says that it can be run
 * again. It is left all the same where that can't be written down.
 */
async function sayWhy({ context, job, mine }: Run, unasked: AppError | undefined): Promise<void> {
  if (unasked === undefined) return
  const row = (await context.store.get('jobs', job.id).catch(() => undefined))?.row
  if ((row?.status !== 'pending_review' && row?.status !== 'waiting') || row.waits_for !== undefined) return
  await runCommand(context, leaveJob, { ...mine, reason: unasked.message }).catch(() => undefined)
}

async function left<Result>({ context, job }: Run, why: unknown): Promise<ProgramRun<Result>> {
  if (!(why instanceof AppError)) throw why
  const row = (await context.store.get('jobs', job.id))?.row
  if (IS_AN_ANSWER.has(why.code) || (row !== undefined && hasEnded(row))) return report(context, job.id, why.message)
  throw why
}
