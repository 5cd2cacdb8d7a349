import type { Actor } from '../model/actor.ts'
import type { JobId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { type JobState, loadJob } from './job-state.ts'
import type { Policies } from './policies.ts'
import type { Reader } from './reader.ts'

/** A job and who wants something of it. */
export interface JobAndPerson extends JobState {
  readonly person: Person | undefined
}

/** Reads a job and the person behind an actor. */
export async function loadWithPerson(
  read: Reader,
  { job, by }: { readonly job: JobId; readonly by: Actor },
  policies: Policies,
): Promise<JobAndPerson> {
  const state = await loadJob(read, job, policies)
  return { ...state, person: by.kind === 'person' ? await read.get('people', by.id) : undefined }
}
