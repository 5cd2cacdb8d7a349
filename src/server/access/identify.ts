import type { Store } from '../../engine/ports.ts'
import type { Ports } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { PersonId, TokenId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Token } from '../../model/token.ts'
import { isToken } from '../../sdk/desk/token.ts'
import { type Check, runGuarded } from './guarded.ts'
import type { PersonPrincipal, Principal, ProgramPrincipal } from './principal.ts'
import { isSameText, isSecret, type SessionHalves, sessionHash, tokenHash } from './secret.ts'

/** Finds out whose token this is. Throws `not_signed_in` for one that nobody has. */
export async function identifyToken(ports: Ports, secret: string): Promise<Principal> {
  const hash = tokenHash(secret)
  if (isToken(secret)) return personByToken(ports, secret, hash)
  const token = isSecret(secret) ? await tokenBy(ports.store, hash) : undefined
  // What signs a browser in is worth nothing outside of its cookie.
  if (token === undefined || token.bearer.kind === 'session') throw notKnown()
  return programOf(ports, token)
}

/** Finds out whose browser this is, by both halves of its sign-in. */
export async function identifySession(ports: Ports, halves: SessionHalves): Promise<PersonPrincipal> {
  const areSecrets = isSecret(halves.cookie) && isSecret(halves.pageKey)
  const token = areSecrets ? await tokenBy(ports.store, sessionHash(halves)) : undefined
  if (token?.bearer.kind !== 'session') throw notKnown()
  const { person, under } = token.bearer
  const check: Check = async (read) => {
    refuseOver(ports.store, await read.get('tokens', token.id))
    return refuseGone(await read.get('people', person), under)
  }
  return personPrincipal(ports, { person, check }, { token: null, session: token.id })
}

async function tokenBy(store: Store, hash: string): Promise<Token | undefined> {
  const id = await known(store, hash, async () => {
    const [found] = await store.find({ table: 'tokens', index: 'by_hash', equals: [hash], limit: 1 })
    return found?.row.id
  })
  const token = id === undefined ? undefined : (await store.get('tokens', id))?.row
  return token !== undefined && isSameText(token.hash, hash) ? token : undefined
}

/** Whose row a hash stood in when it was last looked for. The row itself is looked at each time, and has the last word. */
const KNOWN = new WeakMap<Store, Map<string, string>>()
const MOST_KNOWN = 10_000

async function known<Id extends string>(
  store: Store,
  hash: string,
  find: () => Promise<Id | undefined>,
): Promise<Id | undefined> {
  const ids = KNOWN.get(store) ?? new Map<string, string>()
  KNOWN.set(store, ids)
  const id = (ids.get(hash) as Id | undefined) ?? (await find())
  if (ids.size >= MOST_KNOWN) ids.clear()
  if (id !== undefined) ids.set(hash, id)
  return id
}

async function personByToken(ports: Ports, token: string, hash: string): Promise<PersonPrincipal> {
  const person = await known(ports.store, hash, async () => {
    const [found] = await ports.store.find({ table: 'people', index: 'by_token', equals: [hash], limit: 1 })
    return found?.row.id
  })
  if (person === undefined) throw notKnown()
  const check: Check = async (read) => refuseGone(await read.get('people', person), hash)
  return personPrincipal(ports, { person, check }, { token, session: null })
}

async function personPrincipal(
  ports: Ports,
  { person, check }: { readonly person: PersonId; readonly check: Check },
  proof: Pick<PersonPrincipal, 'token' | 'session'>,
): Promise<PersonPrincipal> {
  const me = () => check(reading(ports.store)) as Promise<Person>
  const { role } = await me()
  return {
    kind: 'person',
    caller: role,
    actor: { kind: 'person', id: person },
    owner: `person:${person}`,
    me,
    recheck: async () => {
      await me()
    },
    run: runGuarded(ports, check),
    ...proof,
  }
}

function programOf(ports: Ports, token: Token): ProgramPrincipal {
  const { id, bearer } = token
  if (bearer.kind === 'session') throw notKnown()
  refuseOver(ports.store, token)
  const check: Check = async (read) => refuseOver(ports.store, await read.get('tokens', id))
  const recheck = async () => {
    await check(reading(ports.store))
  }
  return {
    kind: 'program',
    caller: bearer.kind,
    actor: { kind: bearer.kind, id: bearer.kind === 'agent' ? bearer.agent : bearer.name },
    owner: `token:${id satisfies TokenId}`,
    bearer,
    tenant: bearer.tenant,
    recheck,
    run: runGuarded(ports, check),
  }
}

/** Looks at rows as they stand, outside of any command. */
function reading(store: Store): Parameters<Check>[0] {
  return { get: async (table, id) => (await store.get(table, id))?.row }
}

function refuseOver(store: Store, token: Token | undefined): void {
  if (token === undefined || token.revoked_at !== null) throw notKnown()
  if (token.expires_at !== null && Date.parse(token.expires_at) <= store.now().getTime()) throw notKnown()
}

function refuseGone(person: Person | undefined, hash: string): Person {
  if (person === undefined || person.revoked_at !== null || !isSameText(person.token_hash, hash)) throw notKnown()
  return person
}

function notKnown(): AppError {
  return new AppError('not_signed_in', [], { message: 'That is not known here, or is worth nothing any more.' })
}
