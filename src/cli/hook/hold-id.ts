import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { CheckpointId, type JobId } from '../../model/ids.ts'
import type { HookCall } from './hook-call.ts'

/** The name of the checkpoint that holds this content in this job for the n-th time: who asks the same again finds it. */
export function holdId(job: JobId, { tool, args, cwd }: HookCall, time: number): CheckpointId {
  const named = canonicalize([job, tool, args, cwd, time]) ?? ''
  return CheckpointId.parse(`chk_${createHash('sha256').update(named).digest('hex').slice(0, 32)}`)
}
