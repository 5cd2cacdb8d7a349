import { loadJob, noSuch } from '../../engine/job-state.ts'
import type { StoredEvent } from '../../engine/ports.ts'
import { Reader } from '../../engine/reader.ts'
import type { Job } from '../../model/job.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Call } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'

type Context = House['context']

const PAGE = 50

/** A policy that a job has or had, for whoever sees the job. Its digest alone opens nothing: it may be another tenant's. */
export async function policyOfJob(context: Context, { principal, input }: Call<'read_policy'>): Promise<Policy> {
  const { digest, job: id } = input
  const { job, effective_policy } = await deskOf(context, principal).job(id)
  // What really holds is kept nowhere: it follows from its own and from what its ancestors hand on.
  if (digest === effective_policy) return (await loadJob(new Reader(context.store), id, context.policies)).policy.policy
  const isOwn = job.policy === digest || (await hadPolicy(context, job, digest))
  const found = isOwn ? await context.store.get('policies', digest) : undefined
  if (found === undefined) throw noSuch('policy', digest)
  return found.row
}

/** Whether a job had a policy before the one that it has. */
async function hadPolicy({ store }: Context, { id, tenant }: Job, digest: string): Promise<boolean> {
  for (const type of ['job_started', 'policy_changed'] as const) {
    for (let after = 0; ; ) {
      const events = await store.events({ tenant, job: id, type, after, limit: PAGE })
      if (events.some((event) => gaveDigest(event) === digest)) return true
      const last = events.at(-1)
      if (last === undefined) break
      after = last.seq
    }
  }
  return false
}

function gaveDigest(event: StoredEvent): string | undefined {
  if (event.type === 'job_started') return event.data.job.policy
  return event.type === 'policy_changed' ? event.data.digest : undefined
}
