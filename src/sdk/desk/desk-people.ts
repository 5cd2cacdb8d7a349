import { changeSecrets } from '../../engine/change-secrets.ts'
import { enrolPerson } from '../../engine/enrol-person.ts'
import { revokePerson } from '../../engine/revoke-person.ts'
import { setSolo } from '../../engine/set-solo.ts'
import { AppError } from '../../model/errors.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Cursor, Desk, Newcomer, Page, PageQuery, ShownPerson } from '../desk.ts'
import { isSolo } from './is-solo.ts'
import { ownPage } from './own-page.ts'
import { hashPassphrase, isPassphrase, SHORTEST_PASSPHRASE } from './passphrase.ts'
import type { Seat } from './seat.ts'
import { newToken, tokenHash } from './token.ts'
import { haveToDo } from './whom-about.ts'

type Part = Pick<
  Desk,
  'me' | 'people' | 'addPerson' | 'renewToken' | 'revokePerson' | 'setPassphrase' | 'isSolo' | 'setSolo'
>

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

/** In the order in which they came. */
async function listed(seat: Seat, query: PageQuery): Promise<Page<ShownPerson>> {
  const me = await seat.me()
  const everybody = { table: 'people', index: 'all', equals: ['listed'] } as const
  const { rows, next } = await ownPage(query, {
    find: async (part) => (await seat.store.find({ ...everybody, ...part })).map(({ row }) => row),
    isOwn: (person) => haveToDo(me, person),
    placeOf,
  })
  return { rows: rows.map(shown), next }
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
