import type { Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'

/** More than this nobody reads at once; whoever wants all of them asks page by page. */
const MOST = 1000

/** Everything that waits for a person in a job and below it, the oldest first. */
export async function holdsOf(store: Store, job: Job): Promise<readonly Checkpoint[]> {
  const own = await Promise.all(job.held.map((id) => store.get('checkpoints', id)))
  const equals = [job.path[0] ?? job.id]
  const below = await store.find({ table: 'checkpoints', index: 'held_below', equals, limit: MOST })
  const all = [...own.flatMap((found) => (found === undefined ? [] : [found])), ...below].map(({ row }) => row)
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .filter((row) => row.job === job.id || row.path.includes(job.id))
    .toSorted((one, other) => (one.opened_at < other.opened_at ? -1 : 1))
}
