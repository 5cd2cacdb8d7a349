import type { Store } from '../../engine/ports.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import { whyHeld } from '../../model/why-held.ts'
import type { Context } from '../context.ts'
import { holdsOf } from '../holds-of.ts'
import type { Hold, ProgramRun } from './program-run.ts'

/** What came of a program, as its job stands now. */
export async function report<Result>({ store }: Context, id: JobId, why: string): Promise<ProgramRun<Result>> {
  const job = (await store.get('jobs', id))?.row
  if (job === undefined) throw new AppError('not_found', [], { message: `There is no job ${id}.` })
  const ran = { job: id, drift: job.driven?.drift ?? null }
  switch (job.status) {
    case 'completed':
      return { ...ran, status: 'completed', result: structuredClone(job.outcome) as Result }
    case 'failed':
    case 'cancelled':
    case 'stopped':
    case 'in_doubt':
      return { ...ran, status: job.status, reason: await lastReason(store, id) }
    default:
      return { ...ran, status: 'held', reason: why, holds: (await holdsOf(store, job)).map(toHold) }
  }
}

function toHold({ id, job, path, title, decision }: Checkpoint): Hold {
  return { checkpoint: id, job, path, title, reason: whyHeld(decision) }
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
