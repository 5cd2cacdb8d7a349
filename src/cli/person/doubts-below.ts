import type { Desk } from '../../compose.ts'
import type { Attempt } from '../../model/attempt.ts'
import type { JobId } from '../../model/ids.ts'

/** What is in doubt, everywhere or in one job and those below it. */
export async function doubtsBelow(desk: Desk, job: JobId | undefined): Promise<readonly Attempt[]> {
  const { rows } = await desk.inDoubt()
  if (job === undefined) return rows
  const below: Attempt[] = []
  for (const attempt of rows) {
    const isBelow = attempt.job === job || (await desk.job(attempt.job)).job.path.includes(job)
    if (isBelow) below.push(attempt)
  }
  return below
}
