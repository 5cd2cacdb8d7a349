import * as z from 'zod'
import { AgentName } from '../../model/agent-name.ts'
import { JobId, TenantId } from '../../model/ids.ts'
import { Job } from '../../model/job.ts'
import { JobStatus } from '../../model/job-status.ts'
import { strict } from '../../model/strict.ts'
import { PolicyDocumentSchema } from '../../policy/policy-document.ts'
import { DECIDERS, EVERYBODY, operation, PEOPLE, PROGRAMS } from '../operation.ts'
import { PAGING, pageOf } from '../paging.ts'
import { JobView, ListedJob } from '../views.ts'

/** Why somebody does something, in their own words. */
export const Reason = z.string().trim().min(1, { error: 'Say why, in a sentence.' }).max(20_000)
/** How free an agent is: the name of a preset, or a policy document. */
export const Autonomy = z.union([z.string().min(1), PolicyDocumentSchema])
/** Names something among what the same caller asks for: asked again under the same key, it is the same. */
export const Key = z.string().min(1).max(500)

/** What can be done with jobs. */
export const JOBS = {
  list_jobs: operation({
    method: 'GET',
    path: '/v1/jobs',
    summary: 'Lists jobs: those that need a person, or also those that nobody has to look at now.',
    callers: PEOPLE,
    input: strict({
      ...PAGING,
      status: z.array(JobStatus).min(1).optional(),
      /** Also jobs that run by themselves, with `display_mode: mid_process`. */
      include_mid_process: z.boolean().default(false),
      agent: z.string().max(1000).optional(),
      tenant: TenantId.optional(),
    }),
    output: pageOf(ListedJob),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  read_job: operation({
    method: 'GET',
    path: '/v1/jobs/:job',
    summary: 'Shows a job with its family, what is held in it, and what is in doubt.',
    callers: EVERYBODY,
    input: strict({ job: JobId }),
    output: JobView,
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  count_sessions: operation({
    method: 'GET',
    path: '/v1/sessions',
    summary: 'Counts the processes of agents that are there at this moment.',
    callers: PEOPLE,
    input: strict({}),
    output: strict({ open: z.int() }),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  start_job: operation({
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Starts a job, or finds the one that was started under the same key.',
    callers: PROGRAMS,
    input: strict({
      agent: AgentName,
      title: z.string().max(1000).default(''),
      /** For an agent this only makes stricter what the project says of it. */
      policy: Autonomy.optional(),
      input: z.unknown().optional(),
      key: Key.optional(),
      /** The job that it works for. */
      parent: JobId.optional(),
      /** The person for whom it is done; where duties are separated, they can't approve it. */
      started_by: z.string().min(1).max(200).optional(),
    }),
    output: Job,
    errors: [
      'not_found',
      'halted',
      'too_free',
      'too_deep',
      'too_many_starters',
      'job_ended',
      'job_stopped',
      'job_in_doubt',
      'may_only_tighten',
    ],
    event: 'job_started',
    repeat: 'key',
  }),
  end_job: operation({
    method: 'POST',
    path: '/v1/jobs/:job/end',
    summary: 'Says that a job is done, or that it failed.',
    callers: PROGRAMS,
    input: strict({
      job: JobId,
      status: z.enum(['completed', 'failed']),
      reason: z.string().max(20_000).default(''),
      outcome: z.unknown().optional(),
    }),
    output: strict({}),
    errors: ['not_found', 'job_ended', 'job_held', 'job_in_doubt', 'job_stopped', 'fenced'],
    event: 'job_moved',
    repeat: 'same',
  }),
  cancel_job: operation({
    method: 'POST',
    path: '/v1/jobs/:job/cancel',
    summary: 'Calls a job off, and everything that works for it.',
    callers: [...PROGRAMS, ...DECIDERS],
    input: strict({ job: JobId, reason: Reason }),
    output: strict({}),
    errors: ['not_found', 'job_ended'],
    event: 'job_moved',
    repeat: 'same',
  }),
  resume_job: operation({
    method: 'POST',
    path: '/v1/jobs/:job/resume',
    summary: 'Lets a stopped job go on.',
    callers: DECIDERS,
    input: strict({ job: JobId, reason: Reason }),
    output: strict({}),
    errors: ['not_found', 'job_not_stopped', 'job_in_doubt'],
    event: 'job_moved',
    repeat: 'key',
  }),
  change_policy: operation({
    method: 'PUT',
    path: '/v1/jobs/:job/policy',
    summary: 'Gives a job another policy. Only an administrator may make it looser.',
    callers: [...PROGRAMS, ...DECIDERS],
    input: strict({ job: JobId, policy: Autonomy }),
    output: strict({ digest: z.string() }),
    errors: ['not_found', 'job_ended', 'may_only_tighten'],
    event: 'policy_changed',
    repeat: 'same',
  }),
}
