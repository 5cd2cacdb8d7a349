import type { Store } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Context } from '../context.ts'
import type { Hold, ProgramRun } from './program-run.ts'

/** What came of a program, as its job stands now. */
export async function report<Result>({ store }: Context, id: JobId, why: string): Promise<ProgramRun<Result>> {
  const job = (await store.get('jobs', id))?.row
  if (job === undefined) throw new AppError('not_found', [], { message: `There is no job ${id}.` })
  const ran = { job: id, drift: job.driven?.drift ?? null }
  switch (job.status) {
    case 'completed':
      return { ...ran, status: 'completed', result: job.outcome as Result }
    case 'failed':
    case 'cancelled':
    case 'stopped':
    case 'in_doubt':
      return { ...ran, status: job.status, reason: await lastReason(store, id) }
    default:
      return { ...ran, status: 'held', reason: why, holds: await holdsOf(store, job) }
  }
}

/** Everything that waits for a person in a job and below it. */
async function holdsOf(store: Store, { id, path }: Job): Promise<readonly Hold[]> {
  const equals = [path[0] ?? id, 'pending']
  const found = await store.find({ table: 'checkpoints', index: 'by_root', equals, limit: 1000 })
  return found
    .map(({ row }) => row)
    .filter((checkpoint) => checkpoint.job === id || checkpoint.path.includes(id))
    .map(({ id: checkpoint, job, path: above, title, decision }) => {
      return { checkpoint, job, path: above, title, reason: decision.reason }
    })
}

async function lastReason(store: Store, job: JobId): Promise<string> {
  let reason = ''
  let after: number | undefined
  for (;;) {
    const page = await store.events({ job, type: 'job_moved', after, limit: 1000 })
    for (const event of page) if (event.type === 'job_moved') reason = event.data.reason
    if (page.length < 1000) return reason
    after = page.at(-1)?.seq
  }
}
