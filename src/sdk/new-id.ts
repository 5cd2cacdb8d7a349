import { randomBytes } from 'node:crypto'
import type { AttemptId, CheckpointId, GrantId, JobId } from '../model/ids.ts'

interface Ids {
  readonly job: JobId
  readonly chk: CheckpointId
  readonly att: AttemptId
  readonly grt: GrantId
}

/** An id that nobody else has, and that tells what it names. */
export function newId<Prefix extends keyof Ids>(prefix: Prefix): Ids[Prefix] {
  return `${prefix}_${randomBytes(12).toString('base64url')}` as Ids[Prefix]
}
