import type { Job } from '../model/job.ts'
import { JOB_MOVES } from '../model/job-status.ts'

/**
 * The standing job that has not ended, or the next one. Two processes that find it ended begin the same next one, because
 * its key is the same; whoever has one keeps it, so that a job that is called off does not go on in its own process.
 */
export async function standingJob<Found>(
  begin: (generation: number) => Promise<Found>,
  read: (found: Found) => Pick<Job, 'status'> | Promise<Pick<Job, 'status'>>,
): Promise<Found> {
  for (let generation = 1; ; generation += 1) {
    const found = await begin(generation)
    if (JOB_MOVES[(await read(found)).status].length > 0) return found
  }
}
