import type { Attempt } from '../model/attempt.ts'
import type { AttemptId, JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Person } from '../model/person.ts'
import { noSuch } from './job-state.ts'
import type { Reader } from './reader.ts'

/** An attempt, its job, and who asks about it. */
export interface AttemptState {
  readonly attempt: Attempt
  readonly job: Job
  readonly person: Person | undefined
}

/** Reads an attempt with what belongs to it. */
export async function loadAttempt(
  read: Reader,
  { attempt: id, by }: { readonly attempt: AttemptId; readonly by: { readonly id: string } },
): Promise<AttemptState> {
  const attempt = await read.get('attempts', id)
  if (attempt === undefined) throw noSuch('attempt', id)
  const job = (await read.get('jobs', attempt.job)) as Job
  return { attempt, job, person: await read.get('people', by.id) }
}

/** Attempts of a job of which nobody has said yet what became of them. Two tell of any one whether it is the last. */
export async function loadDoubts(read: Reader, job: JobId): Promise<readonly Attempt[]> {
  return read.find({ table: 'attempts', index: 'in_doubt', equals: [job], limit: 2 })
}
