import { changeSecrets } from '../../engine/change-secrets.ts'
import { enrolPerson } from '../../engine/enrol-person.ts'
import { AppError } from '../../model/errors.ts'
import type { Person } from '../../model/person.ts'
import { placeOf } from '../../sdk/desk/desk-people.ts'
import { isSolo } from '../../sdk/desk/is-solo.ts'
import { newToken } from '../../sdk/desk/token.ts'
import { tokenHash } from '../access/secret.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'
import { scan } from './scan.ts'

type Names =
  | 'read_me'
  | 'list_people'
  | 'add_person'
  | 'renew_person'
  | 'revoke_person'
  | 'read_settings'
  | 'change_settings'

/** Who may look and decide. */
export function peopleHandlers({ context }: House): HandlersOf<Names> {
  const { store } = context
  return {
    read_me: async ({ principal }) => {
      const { caller, actor } = principal
      const known = { caller, id: actor.id, solo: await isSolo(store) }
      if (principal.kind === 'program') return { ...known, tenants: [principal.tenant], person: null }
      const person = await deskOf(context, principal).me()
      return { ...known, tenants: person.tenants, person }
    },
    list_people: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      return scan(input, (query) => desk.people(query), { placeOf })
    },
    add_person: (call) => addPerson(context, call),
    renew_person: async ({ principal, input, idempotency }) => {
      const token = newToken()
      // The passphrase was set under the old token, and goes with it.
      const secrets = { token_hash: tokenHash(token), passphrase_hash: null }
      const change = { by: principal.actor, person: input.person, proved: null, secrets }
      await principal.run(changeSecrets, change, idempotency)
      const now = (await store.get('people', input.person))?.row.token_hash
      if (now !== secrets.token_hash) throw shownBefore()
      return { token }
    },
    revoke_person: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).revokePerson(input.person)
      return {}
    },
    read_settings: async ({ principal }) => ({ solo: await deskOf(context, principal).isSolo() }),
    change_settings: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).setSolo(input.solo)
      return { solo: input.solo }
    },
  }
}

async function addPerson({ store }: House['context'], { principal, input, idempotency }: Call<'add_person'>) {
  const token = newToken()
  const person: Person = {
    id: input.person,
    role: input.role,
    tenants: input.tenants,
    token_hash: tokenHash(token),
    passphrase_hash: null,
    enrolled_at: store.now().toISOString(),
    revoked_at: null,
  }
  const added = await principal.run(enrolPerson, { by: principal.actor, change: false, person }, idempotency)
  if (added.token_hash !== person.token_hash) throw shownBefore()
  return { token }
}

/** Secrets are kept nowhere, so whoever asks again under the same key can't be shown one again. */
export function shownBefore(): AppError {
  const message = 'This was done before under the same key, and its secret was shown then. Revoke it, and make another.'
  return new AppError('key_spent', [], { message })
}
