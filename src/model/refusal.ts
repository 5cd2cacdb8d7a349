import * as z from 'zod'
import { Actor } from './actor.ts'
import { CheckpointId, JobId, TenantId } from './ids.ts'

/** A no that holds: the same call of the same family of jobs is refused again with the same reason, and counted. */
export const Refusal = z
  .object({
    /** The root job and the fingerprint of the call. */
    id: z.string(),
    tenant: TenantId,
    root: JobId,
    fingerprint: z.string(),
    by: Actor,
    reason: z.string(),
    checkpoint: CheckpointId.nullable(),
    /** How often the call was tried in vain, the first time included. */
    count: z.int().positive(),
    refused_at: z.string(),
  })
  .readonly()
export type Refusal = z.infer<typeof Refusal>
