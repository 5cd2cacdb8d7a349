import type { Caller } from '../../api/operation.ts'
import type { Verb } from '../../engine/verb.ts'
import type { Actor } from '../../model/actor.ts'
import type { Idempotency } from '../../model/idempotency.ts'
import type { TenantId, TokenId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Bearer } from '../../model/token.ts'

/** Runs a verb in somebody's name; that their credential still counts is checked in the same commit. */
export type RunAs = <Input, State, Result>(
  verb: Verb<Input, State, Result>,
  input: Input,
  idempotency?: Idempotency | undefined,
) => Promise<Result>

interface Known {
  readonly caller: Caller
  readonly actor: Actor
  /** Whose idempotency keys and whose share of the server it is. */
  readonly owner: string
  readonly run: RunAs
  /** Throws when the credential is worth nothing any more. */
  readonly recheck: () => Promise<void>
}

/** Somebody who decides. */
export interface PersonPrincipal extends Known {
  readonly kind: 'person'
  readonly me: () => Promise<Person>
  /** Their own token, where they sent it; a browser has a session instead. */
  readonly token: string | null
  readonly session: TokenId | null
}

/** An agent or a service. */
export interface ProgramPrincipal extends Known {
  readonly kind: 'program'
  readonly bearer: Exclude<Bearer, { kind: 'session' }>
  readonly tenant: TenantId
}

/** Who is calling. The kind comes from what is stored with the credential, never from the caller. */
export type Principal = PersonPrincipal | ProgramPrincipal
