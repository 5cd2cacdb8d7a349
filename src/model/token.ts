import * as z from 'zod'
import { Actor } from './actor.ts'
import { JobId, PersonId, TenantId, TokenId } from './ids.ts'

/** Whom a token stands for. The kind is stored here and never taken from a caller. */
export const Bearer = z.discriminatedUnion('kind', [
  /** An agent by name, in one tenant; bound to one job and what works for it, or to all of its own. */
  z.object({ kind: z.literal('agent'), agent: z.string(), tenant: TenantId, job: JobId.nullable() }),
  /** A program of somebody's own that starts work and looks at it, but is no agent and no person. */
  z.object({ kind: z.literal('service'), name: z.string(), tenant: TenantId }),
  /** A person's browser. */
  z.object({
    kind: z.literal('session'),
    person: PersonId,
    /** What was kept of the person's own token at that moment: with a new one, old sessions are worth nothing. */
    under: z.string(),
  }),
])
export type Bearer = z.infer<typeof Bearer>

/** Something that proves to the server who is calling. Only its SHA-256 is kept; of a browser that is one over both halves. */
export const Token = z
  .object({
    id: TokenId,
    hash: z.string(),
    bearer: Bearer,
    issued_by: Actor,
    issued_at: z.string(),
    /** Null for one that lasts until it is revoked. */
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .readonly()
export type Token = z.infer<typeof Token>
