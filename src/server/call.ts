import type { InputOf, OperationName, Operations, OutputOf } from '../api/operations.ts'
import type { Idempotency } from '../model/idempotency.ts'
import type { PersonPrincipal, Principal, ProgramPrincipal } from './access/principal.ts'
import type { TailEvent } from './events/log-tail.ts'
import type { BytesPlan } from './http/send-bytes.ts'

type CallersOf<Name extends OperationName> = Operations[Name]['callers']

/** Who can have called: the route lets nobody else through. */
type PrincipalOf<Name extends OperationName> =
  CallersOf<Name> extends 'anyone'
    ? null
    : CallersOf<Name>[number] extends 'agent' | 'service'
      ? ProgramPrincipal
      : CallersOf<Name>[number] extends 'viewer' | 'reviewer' | 'admin'
        ? PersonPrincipal
        : Principal

/** One request that has been let through, read and checked. */
export interface Call<Name extends OperationName> {
  readonly input: InputOf<Name>
  readonly principal: PrincipalOf<Name>
  /** Under which the caller may ask again for the answer that it did not get. */
  readonly idempotency: Idempotency | undefined
  readonly authorization: string | undefined
  /** The page that calls, which is one of ours; undefined for a program. */
  readonly origin: string | undefined
  /** Whose browser it is already, for an operation that needs no credential; null where nobody is signed in. */
  readonly signedIn: () => Promise<PersonPrincipal | null>
  readonly ifNoneMatch: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: () => AbortSignal
  /** Sets a cookie beside the answer. */
  readonly setCookie: (cookie: string) => void
}

/** Which part of the log a stream shows. */
export interface StreamPlan {
  readonly accepts: (event: TailEvent) => boolean
  readonly after: number | undefined
}

type HandlerOf<Name extends OperationName> = (
  call: Call<Name>,
) => Promise<
  Operations[Name] extends { readonly streams: true }
    ? StreamPlan
    : Operations[Name] extends { readonly sends_file: true }
      ? BytesPlan
      : OutputOf<Name>
>

/** A handler for every operation; the compiler asks for each. */
export type Handlers = { readonly [Name in OperationName]: HandlerOf<Name> }

/** The handlers of some operations. */
export type HandlersOf<Names extends OperationName> = Pick<Handlers, Names>
