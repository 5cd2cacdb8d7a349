import * as z from 'zod'

/** Who does something. Only a `person` may decide; the kind is stored with the credential and never taken from a caller. */
export const ACTOR_KINDS = ['person', 'agent', 'assistant', 'service', 'system'] as const

export const Actor = z.object({ kind: z.enum(ACTOR_KINDS), id: z.string().min(1).max(200) }).readonly()
export type Actor = z.infer<typeof Actor>

/** The product itself: deadlines, sweeps, recovery. */
export const SYSTEM: Actor = { kind: 'system', id: 'leeway' }

/** What stands for an address in commits. Nobody's is known, and none that could belong to somebody is made up. */
export function addressOf({ kind, id }: Actor): string {
  return `${id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${kind}.leeway.invalid`
}
