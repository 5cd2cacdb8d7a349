import { maySee } from '../../engine/access.ts'
import type { Workspaces } from '../../engine/ports.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import type { Verb } from '../../engine/verb.ts'
import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { Idempotency } from '../../model/idempotency.ts'
import type { PersonId, TenantId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { SdkCrashHook } from '../crash-point.ts'
import { isSameText, isToken, tokenHash } from './token.ts'

/** A person who has proved who they are, on a store. */
export interface Seat extends Ports {
  /** Where the files of jobs are kept. */
  readonly workspaces?: Workspaces | undefined
  /** Set by tests that end the process at a chosen point. */
  readonly crashPoint?: SdkCrashHook | undefined
  readonly by: Actor
  readonly token: string
  /** The key of the request that is answered here, where it has one. */
  readonly idempotency?: Idempotency | undefined
  /** The person as they stand now; throws when their token is worth nothing any more. */
  me(): Promise<Person>
  /** Runs a verb in their name; that their token still counts is checked in the same commit. */
  run<Input, State, Result>(verb: Verb<Input, State, Result>, input: Input): Promise<Result>
  /** The same for what comes after the answer that is kept under their key. */
  runUnkeyed<Input, State, Result>(verb: Verb<Input, State, Result>, input: Input): Promise<Result>
}

/** What a seat stands on. */
export type SeatPorts = Ports & Pick<Seat, 'workspaces'>

/** Seats whoever holds a token. Throws `not_authorised` for one that nobody has. */
export async function takeSeat(ports: SeatPorts, token: string): Promise<Seat> {
  const hashed = tokenHash(token)
  const [found] = isToken(token)
    ? await ports.store.find({ table: 'people', index: 'by_token', equals: [hashed], limit: 1 })
    : []
  if (found === undefined || !isSameText(found.row.token_hash, hashed)) throw notKnown()
  const { id } = found.row
  const run: Seat['run'] = (verb, input) => runCommand(ports, withToken(verb, id, hashed), input)
  return {
    ...ports,
    by: { kind: 'person', id },
    token,
    me: async () => stillThere((await ports.store.get('people', id))?.row, hashed),
    run,
    runUnkeyed: run,
  }
}

/** The same verb for the holder of a token: one that was renewed while the verb ran is worth nothing. */
function withToken<Input, State, Result>(
  verb: Verb<Input, State, Result>,
  id: PersonId,
  hashed: string,
): Verb<Input, State, Result> {
  const load: typeof verb.load = async (read, input, policies) => {
    stillThere(await read.get('people', id), hashed)
    return verb.load(read, input, policies)
  }
  return { ...verb, load }
}

function stillThere(person: Person | undefined, hashed: string): Person {
  if (person === undefined || person.revoked_at !== null || !isSameText(person.token_hash, hashed)) throw notKnown()
  return person
}

/** The tenants whose work a person sees, of those that have any. */
export async function tenantsOf({ store, me }: Seat): Promise<readonly TenantId[]> {
  const person = await me()
  const known = await store.tenants()
  return known.map((tenant) => tenant as TenantId).filter((tenant) => maySee(person, tenant))
}

function notKnown(): AppError {
  return new AppError('not_authorised', [], { message: 'Your token is not known here, or is worth nothing any more.' })
}
