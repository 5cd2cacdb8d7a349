import type { Job } from './job.ts'

/** What a document waits for that stands on no branch yet, in a sentence for whoever gave it. Only phases take documents up. */
export function documentWaits({ program, status, ended_at }: Pick<Job, 'program' | 'status' | 'ended_at'>): string {
  if (ended_at !== null) return `The job is ${status}, so that no phase takes it up any more.`
  if (program !== null) return 'It waits for the next phase of the job. Until then no branch has it.'
  return 'The job runs no program, so that it has no phases: nothing puts it on a branch. Its agent can ask for it (GET /v1/jobs/JOB/documents); tell whoever runs it.'
}
