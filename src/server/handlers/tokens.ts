import type { ShownToken } from '../../api/views.ts'
import { maySee } from '../../engine/access.ts'
import { issueToken } from '../../engine/issue-token.ts'
import { revokeToken } from '../../engine/revoke-token.ts'
import { AppError } from '../../model/errors.ts'
import type { Person } from '../../model/person.ts'
import type { Token } from '../../model/token.ts'
import { ownPage } from '../../sdk/desk/own-page.ts'
import { newId } from '../../sdk/new-id.ts'
import { newSecret, tokenHash } from '../access/secret.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { shownBefore } from './people.ts'
import { scan } from './scan.ts'

type Names = 'list_tokens' | 'issue_token' | 'revoke_token'

/** Credentials of agents, services and signed-in browsers. */
export function tokenHandlers({ context }: House): HandlersOf<Names> {
  const { store } = context
  return {
    list_tokens: async ({ principal, input }) => {
      const me = await principal.me()
      const all = { table: 'tokens', index: 'all', equals: ['listed'] } as const
      const find = async (part: Parameters<Parameters<typeof ownPage<Token>>[1]['find']>[0]) =>
        (await store.find({ ...all, ...part })).map(({ row }) => row)
      const isOwn = (token: Token) => isInReach(me, token)
      const page = await scan(input, (query) => ownPage(query, { find, isOwn, placeOf }), { placeOf })
      return { ...page, rows: page.rows.map(shown) }
    },
    issue_token: (call) => issue(context, call),
    revoke_token: async ({ principal, input, idempotency }) => {
      await principal.run(revokeToken, { by: principal.actor, token: input.token }, idempotency)
      return {}
    },
  }
}

async function issue({ store }: House['context'], { principal, input, idempotency }: Call<'issue_token'>) {
  const { kind, name, tenant, job, expires_at = null } = input
  const secret = newSecret(kind)
  const bearer =
    kind === 'agent' ? ({ kind, agent: name, tenant, job: job ?? null } as const) : ({ kind, name, tenant } as const)
  if (kind === 'service' && job !== undefined) {
    const message = 'A service is bound to a tenant; only an agent is bound to a job.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/job' }])
  }
  const given: Token = {
    id: newId('tok'),
    hash: tokenHash(secret),
    bearer,
    issued_by: principal.actor,
    issued_at: store.now().toISOString(),
    expires_at,
    revoked_at: null,
  }
  const token = await principal.run(issueToken, { by: principal.actor, token: given }, idempotency)
  if (token.hash !== given.hash) throw shownBefore()
  return { token: shown(token), secret }
}

function placeOf({ issued_at, id }: Token) {
  return { value: issued_at, id }
}

function isInReach(me: Person, { bearer }: Token): boolean {
  return bearer.kind === 'session' ? me.tenants === '*' || bearer.person === me.id : maySee(me, bearer.tenant)
}

function shown({ hash: _hash, ...token }: Token): ShownToken {
  const { bearer } = token
  return bearer.kind === 'session' ? { ...token, bearer: { ...bearer, under: '' } } : token
}
