import type { JobId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { eventMaker } from '../event-maker.ts'
import type { Effect, NewEvent } from '../ports.ts'
import type { Reader } from '../reader.ts'
import { closeOnForge } from './close-pull.ts'

/** The pull requests of a job that are open, the newest of them where there are very many. */
export async function openPullsOf(read: Reader, job: JobId): Promise<readonly Pull[]> {
  const query = { table: 'pulls', index: 'by_job', equals: [job], newestFirst: true, limit: 1000 } as const
  return (await read.find(query)).filter(({ status }) => status === 'open')
}

/**
 * Nobody goes on with a job that has ended, so nobody is asked to look at what it offered. What is being merged may be made yet, and
 * whoever merges it says how that ended.
 */
export function closeWithJob(
  pulls: readonly Pull[],
  reason: string,
  event: ReturnType<typeof eventMaker>,
): { readonly events: readonly NewEvent[]; readonly effects: readonly Effect[] } {
  const idle = pulls.filter(({ merge }) => merge === null)
  return {
    events: idle.map(({ id }) => event('pull_closed', { pull: id, reason })),
    effects: idle.flatMap(closeOnForge),
  }
}
