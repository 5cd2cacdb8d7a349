import * as z from 'zod'
import { AgentName } from '../../model/agent-name.ts'
import { JobId, LOCAL, PersonId, TenantId, TokenId } from '../../model/ids.ts'
import { Role } from '../../model/person.ts'
import { strict } from '../../model/strict.ts'
import { ADMINS, CALLERS, EVERYBODY, operation, PEOPLE } from '../operation.ts'
import { PAGING, pageOf } from '../paging.ts'
import { ShownPerson, ShownToken } from '../views.ts'

const Tenants = z.union([z.literal('*'), z.array(TenantId).min(1).max(1000).readonly()])
const Secret = z.string()

/** Who may look and decide. */
export const PEOPLE_OPERATIONS = {
  read_me: operation({
    method: 'GET',
    path: '/v1/me',
    summary: 'Says who is calling.',
    callers: EVERYBODY,
    input: strict({}),
    output: z
      .object({
        caller: z.enum(CALLERS),
        id: z.string(),
        tenants: Tenants,
        /** There for people. */
        person: ShownPerson.nullable(),
        /** Somebody works alone and said so. */
        solo: z.boolean(),
      })
      .readonly(),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  list_people: operation({
    method: 'GET',
    path: '/v1/people',
    summary: 'Lists who may look and decide, in the order in which they came.',
    callers: PEOPLE,
    input: strict(PAGING),
    output: pageOf(ShownPerson),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  add_person: operation({
    method: 'POST',
    path: '/v1/people',
    summary: 'Lets somebody in. The token is shown this once, to be handed over.',
    callers: ADMINS,
    input: strict({ person: PersonId, role: Role, tenants: Tenants.default('*') }),
    output: z.object({ token: Secret }).readonly(),
    errors: ['id_taken', 'key_spent'],
    event: 'person_enrolled',
    repeat: 'key',
  }),
  renew_person: operation({
    method: 'POST',
    path: '/v1/people/:person/token',
    summary: 'Gives somebody another token. The old one and every sign-in of theirs are worth nothing from now on.',
    callers: ADMINS,
    input: strict({ person: PersonId }),
    output: z.object({ token: Secret }).readonly(),
    errors: ['not_found', 'step_up_needed', 'key_spent'],
    event: 'person_changed',
    repeat: 'key',
  }),
  revoke_person: operation({
    method: 'DELETE',
    path: '/v1/people/:person',
    summary: 'Lets somebody go: their token and open votes no longer count.',
    callers: ADMINS,
    input: strict({ person: PersonId }),
    output: strict({}),
    errors: ['not_found'],
    event: 'person_revoked',
    repeat: 'same',
  }),
  read_settings: operation({
    method: 'GET',
    path: '/v1/settings',
    summary: 'Shows what an administrator has set.',
    callers: PEOPLE,
    input: strict({}),
    output: strict({ solo: z.boolean() }),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  change_settings: operation({
    method: 'PUT',
    path: '/v1/settings',
    summary: 'Says whether somebody works alone here.',
    callers: ADMINS,
    input: strict({ solo: z.boolean() }),
    output: strict({ solo: z.boolean() }),
    errors: [],
    event: 'setting_changed',
    repeat: 'same',
  }),
}

/** How a page comes to be signed in. */
export const SIGN_INS = {
  create_sign_in_link: operation({
    method: 'POST',
    path: '/v1/sign-in-links',
    summary: 'Makes a link that signs a browser in as the caller, once, within ten minutes.',
    callers: PEOPLE,
    for_people: 'Only a person signs in.',
    input: strict({
      /** Under this name in place of the server's own: browsers keep passkeys for names, and not for addresses of numbers. */
      name: z.literal('localhost').optional(),
    }),
    output: z.object({ url: z.string(), expires_at: z.string() }).readonly(),
    errors: [],
    event: null,
    repeat: 'key',
  }),
  sign_in: operation({
    method: 'POST',
    path: '/v1/sign-ins',
    summary:
      'Signs a browser in with the code of a link, or with a token in the Authorization header. Sets the cookie, and gives the key that goes with it.',
    callers: 'anyone',
    input: strict({
      code: z.string().max(200).optional(),
      /** The link is followed though this browser is signed in as somebody else. */
      instead: z.boolean().default(false),
    }),
    output: z
      .object({
        person: ShownPerson,
        /** Shown this once. The page sends it as `Leeway-Page-Key` with every request; the cookie alone is worth nothing. */
        page_key: Secret,
        expires_at: z.string(),
      })
      .readonly(),
    errors: ['signed_in_as_other'],
    event: 'token_issued',
    repeat: 'key',
  }),
  sign_out: operation({
    method: 'DELETE',
    path: '/v1/sign-ins/current',
    summary: 'Signs this browser out.',
    callers: PEOPLE,
    input: strict({}),
    output: strict({}),
    errors: [],
    event: 'token_revoked',
    repeat: 'same',
  }),
}

/** Credentials of agents and services. */
export const TOKENS = {
  list_tokens: operation({
    method: 'GET',
    path: '/v1/tokens',
    summary: 'Lists the tokens of agents, services and signed-in browsers.',
    callers: ADMINS,
    input: strict(PAGING),
    output: pageOf(ShownToken),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  issue_token: operation({
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Makes a token for an agent or a service. The secret is shown this once.',
    callers: ADMINS,
    input: strict({
      kind: z.enum(['agent', 'service']),
      /** The agent that it stands for, or what the service is called. */
      name: AgentName.max(200),
      tenant: TenantId.default(LOCAL),
      /** Binds an agent to one job and what works for it. */
      job: JobId.optional(),
      expires_at: z.iso.datetime({ error: 'It is a time to come, such as 2030-01-31T12:00:00Z.' }).optional(),
    }),
    output: z.object({ token: ShownToken, secret: Secret }).readonly(),
    errors: ['not_found', 'key_spent'],
    event: 'token_issued',
    repeat: 'key',
  }),
  revoke_token: operation({
    method: 'DELETE',
    path: '/v1/tokens/:token',
    summary: 'Makes a token worth nothing from now on.',
    callers: ADMINS,
    input: strict({ token: TokenId }),
    output: strict({}),
    errors: ['not_found'],
    event: 'token_revoked',
    repeat: 'same',
  }),
}
