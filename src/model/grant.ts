import * as z from 'zod'
import { Content } from './content.ts'
import { CheckpointId, GrantId, JobId, PersonId, TenantId } from './ids.ts'
import { GrantBounds } from './review.ts'

/** A bounded permission that an approval left behind for the same call of the same agent. */
export const Grant = z
  .object({
    id: GrantId,
    tenant: TenantId,
    agent: z.string(),
    /** The same call again, with the same evidence: what `grantedCall` makes of it. */
    fingerprint: z.string(),
    /** How sure the agent was of an action; when it is less so, people are asked. */
    confidence: z.number().nullable().optional(),
    bounds: GrantBounds,
    /** The job and its descendants that it is bound to; null when it is bounded otherwise. */
    job: JobId.nullable(),
    owner: PersonId,
    from: CheckpointId,
    /** What the owner had on the screen. */
    example: Content,
    hits: z.int().nonnegative(),
    minted_at: z.string(),
    revoked_at: z.string().nullable(),
    revoked_by: z.string().nullable(),
  })
  .readonly()
export type Grant = z.infer<typeof Grant>
