import type { EventType, Store, StoredEvent } from '../../engine/ports.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'

type Reach = Person['tenants']

/** Entries about people, their sign-ins and their passkeys. They all stand in one log, whatever tenant is theirs. */
const ABOUT_PEOPLE = /^(?:person|token|passkey)_/

/** Whether two people have anything to do with each other: nobody else learns that they are there. */
export function haveToDo(me: { readonly tenants: Reach }, { tenants }: { readonly tenants: Reach }): boolean {
  if (me.tenants === '*' || tenants === '*') return true
  return tenants.some((tenant) => me.tenants.includes(tenant))
}

/** The tenants of whom an entry is about; undefined where it is about nobody, or about somebody's work. */
export async function reachAbout(
  store: Pick<Store, 'get'>,
  { type, data }: { readonly type: string; readonly data: () => unknown },
): Promise<Reach | undefined> {
  if (!ABOUT_PEOPLE.test(type)) return undefined
  const id = await whomAbout(store, { type: type as EventType, data: data() } as StoredEvent)
  return id && ((await store.get('people', id))?.row.tenants ?? [])
}

async function whomAbout(store: Pick<Store, 'get'>, event: StoredEvent): Promise<PersonId | undefined> {
  switch (event.type) {
    case 'person_enrolled':
    case 'person_changed':
      return event.data.person.id
    case 'passkey_registered':
      return event.data.passkey.person
    case 'token_issued':
      return ownerOf(event.data.token)
    case 'token_revoked':
      return ownerOf((await store.get('tokens', event.data.token))?.row)
    case 'person_revoked':
    case 'passkey_removed':
    case 'passkey_used':
    case 'passkey_refused':
      return event.data.person
    default:
      return undefined
  }
}

/** Whose browser a token is; those of programs stand in the log of their tenant. */
function ownerOf(
  token: Extract<StoredEvent, { type: 'token_issued' }>['data']['token'] | undefined,
): PersonId | undefined {
  return token?.bearer.kind === 'session' ? token.bearer.person : undefined
}
