import { changeSecrets } from '../../engine/change-secrets.ts'
import { enrolPerson } from '../../engine/enrol-person.ts'
import { revokePerson } from '../../engine/revoke-person.ts'
import { setSolo } from '../../engine/set-solo.ts'
import { AppError } from '../../model/errors.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import { breathe } from '../breathe.ts'
import type { Cursor, Desk, Newcomer, Page, PageQuery, ShownPerson } from '../desk.ts'
import { isSolo } from './is-solo.ts'
import { hashPassphrase, isPassphrase, SHORTEST_PASSPHRASE } from './passphrase.ts'
import type { Seat } from './seat.ts'
import { newToken, tokenHash } from './token.ts'

type Part = Pick<
  Desk,
  'me' | 'people' | 'addPerson' | 'renewToken' | 'revokePerson' | 'setPassphrase' | 'isSolo' | 'setSolo'
>

const USUAL_LIMIT = 50
/** Rows of people are small. */
const AT_ONCE = 200

/** Who may look and decide. */
export function deskPeople(seat: Seat): Part {
  return {
    me: async () => shown(await seat.me()),
    people: (query = {}) => listed(seat, query),
    addPerson: (newcomer) => add(seat, newcomer),
    renewToken: (person) => renew(seat, person),
    revokePerson: (person) => seat.run(revokePerson, { by: seat.by, person }),
    setPassphrase: (passphrase, old) => setPassphrase(seat, passphrase, old),
    isSolo: async () => {
      await seat.me()
      return isSolo(seat.store)
    },
    setSolo: (solo) => seat.run(setSolo, { by: seat.by, solo }),
  }
}

/** In the order in which they came. Whoever is not theirs to see is passed over, so that a page is as long as was wanted. */
async function listed(seat: Seat, query: PageQuery): Promise<Page<ShownPerson>> {
  const { limit = USUAL_LIMIT, newestFirst = false } = query
  const me = await seat.me()
  const rows: ShownPerson[] = []
  for (let { after } = query; ; ) {
    const part = { table: 'people', index: 'all', equals: ['listed'], after, limit: AT_ONCE, newestFirst } as const
    const found = await seat.store.find(part)
    rows.push(...found.filter(({ row }) => haveToDo(me, row)).map(({ row }) => shown(row)))
    const last = rows[limit - 1]
    // One more than was wanted: there is a next page only where somebody is on it.
    if (last !== undefined && rows.length > limit) return { rows: rows.slice(0, limit), next: placeOf(last) }
    if (found.length < AT_ONCE) return { rows, next: null }
    after = placeOf((found.at(-1) as (typeof found)[number]).row)
    await breathe()
  }
}

/** Where in the list of people somebody stands. */
export function placeOf({ enrolled_at, id }: Pick<Person, 'enrolled_at' | 'id'>): Cursor {
  return { value: enrolled_at, id }
}

async function add(seat: Seat, { id, role, tenants }: Newcomer): Promise<string> {
  const token = newToken()
  const secrets = { token_hash: tokenHash(token), passphrase_hash: null }
  const enrolled_at = seat.store.now().toISOString()
  const person = { id, role, tenants, ...secrets, enrolled_at, revoked_at: null }
  await seat.run(enrolPerson, { by: seat.by, change: false, person })
  return token
}

async function renew(seat: Seat, person: PersonId): Promise<string> {
  const token = newToken()
  // The passphrase was set under the old token, and goes with it.
  const secrets = { token_hash: tokenHash(token), passphrase_hash: null }
  await seat.run(changeSecrets, { by: seat.by, person, proved: null, secrets })
  return token
}

async function setPassphrase(seat: Seat, passphrase: string, old: string | undefined): Promise<void> {
  if ([...passphrase].length < SHORTEST_PASSPHRASE) {
    throw new AppError('invalid_input', [], {
      message: `A passphrase has at least ${SHORTEST_PASSPHRASE} characters.`,
    })
  }
  const { id, passphrase_hash: kept } = await seat.me()
  const knows = kept !== null && old !== undefined && (await isPassphrase(old, seat.token, kept))
  const secrets = { passphrase_hash: await hashPassphrase(passphrase, seat.token) }
  await seat.run(changeSecrets, { by: seat.by, person: id, proved: knows ? kept : null, secrets })
}

function shown({ token_hash: _token, passphrase_hash, ...person }: Person): ShownPerson {
  return { ...person, has_passphrase: passphrase_hash !== null }
}

/** Whoever is of one tenant learns of those that decide there, and of nobody else. */
function haveToDo(me: Person, { tenants }: Person): boolean {
  if (me.tenants === '*' || tenants === '*') return true
  return tenants.some((tenant) => me.tenants.includes(tenant))
}
