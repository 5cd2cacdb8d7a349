import { PersonId } from '../model/ids.ts'
import type { Job, Resumed } from '../model/job.ts'
import { JOB_MOVES } from '../model/job-status.ts'
import type { NewEvent } from './ports.ts'
import { type ApplyTo, jobOf, put } from './row-change.ts'
import { keyAt } from './tables.ts'

/** A job comes to another status. */
export type Moved = Extract<NewEvent, { readonly type: 'job_moved' }>

/**
 * What a move says of the gate that stopped a job: whoever resumes it lets that gate be passed, once. A stop that no gate made takes back what
 * was not passed yet, for after a restore nobody knows whether it was.
 */
export function gatesAfter(
  { stopped_at, resumed_at = [] }: Job,
  { data, actor }: Moved,
): Pick<Job, 'stopped_at' | 'resumed_at'> {
  const isResume = stopped_at !== undefined && actor.kind === 'person'
  const resumed = isResume ? [...resumed_at, { content_hash: stopped_at, by: PersonId.parse(actor.id) }] : resumed_at
  const isKept = JOB_MOVES[data.to].length > 0 && (data.to !== 'stopped' || data.stopped_at !== undefined)
  return {
    ...(data.stopped_at !== undefined && { stopped_at: data.stopped_at }),
    ...(isKept && resumed.length > 0 && { resumed_at: resumed }),
  }
}

/** A gate that is passed because a person resumed the job has used that up. Under its key it is the same question for ever. */
export const gatePassed: ApplyTo<'gate_decided'> = (look, event) => {
  const { permit, key, content_hash } = event.data
  if (permit?.by !== 'resume') return []
  const job = jobOf(look, event)
  const resumed = { content_hash, by: permit.person }
  if (key === null) return [put('jobs', job.id, withoutOne(job, resumed))]
  const at = keyAt(job.id, key)
  // Asked again because the answer was lost: another gate may still need what is left.
  if (look('keys', at)?.resumed?.content_hash === content_hash) return []
  return [put('jobs', job.id, withoutOne(job, resumed)), put('keys', at, { checkpoint: null, attempt: null, resumed })]
}

function withoutOne({ resumed_at = [], ...job }: Job, passed: Resumed): Job {
  const passedAt = resumed_at.findIndex(({ content_hash }) => content_hash === passed.content_hash)
  const left = resumed_at.filter((_one, at) => at !== passedAt)
  return left.length === 0 ? job : { ...job, resumed_at: left }
}
