import { loadJob, whyHalted } from '../../engine/job-state.ts'
import { Reader } from '../../engine/reader.ts'
import type { Ports } from '../../engine/run-command.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { JobView } from '../desk.ts'
import { holdsOf } from '../holds-of.ts'

const PAGE = 200
/** More than this nobody reads; whoever needs all of them has the log. */
const MOST_DESCENDANTS = 1000

/** A job with what surrounds it, for whoever may see it. */
export async function jobView(ports: Ports, id: JobId): Promise<JobView> {
  const state = await loadJob(new Reader(ports.store), id, ports.policies)
  const { job, ancestors, policy } = state
  const doubts = await ports.store.find({ table: 'attempts', index: 'in_doubt', equals: [id], limit: PAGE })
  return {
    job,
    ancestors,
    descendants: await descendantsOf(ports, id),
    holds: await holdsOf(ports.store, job),
    in_doubt: doubts.map(({ row }) => row),
    effective_policy: policy.digest,
    halted: whyHalted(state) ?? null,
  }
}

/** Everything below a job, parents before their children. */
export async function descendantsOf({ store }: Ports, id: JobId): Promise<readonly Job[]> {
  const all: Job[] = []
  const open = [id]
  for (let parent = open.shift(); parent !== undefined && all.length < MOST_DESCENDANTS; parent = open.shift()) {
    const children = await store.find({ table: 'jobs', index: 'children', equals: [parent], limit: PAGE })
    all.push(...children.map(({ row }) => row))
    open.push(...children.map(({ row }) => row.id))
  }
  return all
}
