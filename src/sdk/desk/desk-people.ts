import { enrolPerson } from '../../engine/enrol-person.ts'
import { noSuch } from '../../engine/job-state.ts'
import { revokePerson } from '../../engine/revoke-person.ts'
import { runCommand } from '../../engine/run-command.ts'
import { setSolo } from '../../engine/set-solo.ts'
import { AppError } from '../../model/errors.ts'
import type { Person } from '../../model/person.ts'
import type { Desk, Newcomer, ShownPerson } from '../desk.ts'
import { isSolo } from './is-solo.ts'
import { hashPassphrase, SHORTEST_PASSPHRASE } from './passphrase.ts'
import type { Seat } from './seat.ts'
import { newToken, tokenHash } from './token.ts'

type Part = Pick<
  Desk,
  'me' | 'people' | 'addPerson' | 'renewToken' | 'revokePerson' | 'setPassphrase' | 'isSolo' | 'setSolo'
>

const MOST_PEOPLE = 1000

/** Who may look and decide. */
export function deskPeople(seat: Seat): Part {
  return {
    me: async () => shown(await seat.me()),
    people: async () => {
      await seat.me()
      const found = await seat.store.find({ table: 'people', index: 'all', equals: ['listed'], limit: MOST_PEOPLE })
      return found.map(({ row }) => shown(row))
    },
    addPerson: (newcomer) => add(seat, newcomer),
    renewToken: async (id) => {
      await seat.me()
      const person = (await seat.store.get('people', id))?.row
      if (person === undefined) throw noSuch('person', id)
      // The passphrase was set under the old token, and goes with it.
      return handOver(seat, { ...person, passphrase_hash: null, revoked_at: null }, true)
    },
    revokePerson: async (person) => {
      await seat.me()
      await runCommand(seat, revokePerson, { by: seat.by, person })
    },
    setPassphrase: (passphrase) => setPassphrase(seat, passphrase),
    isSolo: async () => {
      await seat.me()
      return isSolo(seat.store)
    },
    setSolo: async (solo) => {
      await seat.me()
      await runCommand(seat, setSolo, { by: seat.by, solo })
    },
  }
}

async function add(seat: Seat, { id, role, tenants }: Newcomer): Promise<string> {
  await seat.me()
  const enrolled_at = seat.store.now().toISOString()
  return handOver(seat, { id, role, tenants, passphrase_hash: null, enrolled_at, revoked_at: null }, false)
}

async function handOver(seat: Seat, person: Omit<Person, 'token_hash'>, change: boolean): Promise<string> {
  const token = newToken()
  await runCommand(seat, enrolPerson, { by: seat.by, change, person: { ...person, token_hash: tokenHash(token) } })
  return token
}

async function setPassphrase(seat: Seat, passphrase: string): Promise<void> {
  if ([...passphrase].length < SHORTEST_PASSPHRASE) {
    throw new AppError('invalid_input', [], {
      message: `A passphrase has at least ${SHORTEST_PASSPHRASE} characters.`,
    })
  }
  const person = { ...(await seat.me()), passphrase_hash: await hashPassphrase(passphrase, seat.token) }
  await runCommand(seat, enrolPerson, { by: seat.by, change: true, person })
}

function shown({ token_hash: _token, passphrase_hash, ...person }: Person): ShownPerson {
  return { ...person, has_passphrase: passphrase_hash !== null }
}
