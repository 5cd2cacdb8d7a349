import * as z from 'zod'
import { PersonId, TenantId } from './ids.ts'

/** What a person may do: look, decide, or also set up people and policies. */
export const ROLES = ['viewer', 'reviewer', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

/** Somebody who may look or decide. The token itself is never kept, only its SHA-256. */
export const Person = z
  .object({
    id: PersonId,
    role: Role,
    /** The tenants whose work they see; `*` is all. */
    tenants: z.union([z.literal('*'), z.array(TenantId).readonly()]),
    token_hash: z.string(),
    /** Salted hash of the passphrase that proves presence for what can't be undone; null until one is set. */
    passphrase_hash: z.string().nullable(),
    enrolled_at: z.string(),
    revoked_at: z.string().nullable(),
    /** When they came back after they had been let go: what was permitted under their name before is not theirs to stand by. */
    back_at: z.string().optional(),
  })
  .readonly()
export type Person = z.infer<typeof Person>
