import * as z from 'zod'
import { Content } from './content.ts'
import { AttemptId, CheckpointId, GrantId, JobId, PersonId, TenantId } from './ids.ts'

/** What lets an action run: the policy by itself, a person's approval, or a grant that one left behind. */
export const Permit = z
  .discriminatedUnion('by', [
    z.object({ by: z.literal('policy'), digest: z.string() }),
    z.object({ by: z.literal('checkpoint'), checkpoint: CheckpointId, revision: z.int() }),
    z.object({ by: z.literal('grant'), grant: GrantId }),
    /** The policy stopped the job there, and a person has resumed it: the gate lets work go on once, and no action. */
    z.object({ by: z.literal('resume'), person: PersonId }),
    /** A step of a program, which asked nobody: what it does is its own, and it is claimed only to run at most once. */
    z.object({ by: z.literal('program') }),
  ])
  .readonly()
export type Permit = z.infer<typeof Permit>

/** `released`: the agent runs it by itself and tells nobody how it went. */
export const ATTEMPT_STATUSES = ['released', 'claimed', 'succeeded', 'failed', 'in_doubt'] as const

/** One try to run an action. The claim is committed before the effect, so there is never a second one by itself. */
export const Attempt = z
  .object({
    id: AttemptId,
    tenant: TenantId,
    job: JobId,
    key: z.string(),
    content: Content,
    content_hash: z.string(),
    permit: Permit,
    status: z.enum(ATTEMPT_STATUSES),
    /** The running process that claimed it. */
    session: z.string(),
    /** The target takes our key and does nothing twice, so an unknown outcome may be tried again. */
    idempotent: z.boolean(),
    claimed_at: z.string(),
    ended_at: z.string().nullable(),
    outcome: z.unknown(),
    /** The person who said what became of it, when nobody else could. */
    settled_by: z.string().nullable(),
  })
  .readonly()
export type Attempt = z.infer<typeof Attempt>
