import { createHash } from 'node:crypto'
import type { Pull } from '../../model/pull.ts'

/** What ends like the name of an id that was made plain could be the very one. */
const PLAIN = /^(?!.*-[0-9a-f]{12}$)[A-Za-z0-9][A-Za-z0-9_-]*$/

/** What a branch of a job is called on a forge, where many jobs share one repository: `leeway/job_1/phase-2-tactical`. */
export function forgeBranch({ job, branch }: Pick<Pull, 'job' | 'branch'>): string {
  return `leeway/${plainJob(job)}/${branch}`
}

/** An id may hold what git does not take; then it is made plain and gets a hash, so that no two meet. */
function plainJob(job: string): string {
  if (PLAIN.test(job) && job.length <= 80) return job
  const hash = createHash('sha256').update(job).digest('hex').slice(0, 12)
  return `${job.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}-${hash}`
}
