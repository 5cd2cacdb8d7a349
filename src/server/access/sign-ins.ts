import { issueToken } from '../../engine/issue-token.ts'
import type { Ports } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { Token } from '../../model/token.ts'
import { newId } from '../../sdk/new-id.ts'
import type { PersonPrincipal } from './principal.ts'
import { newSecret, type SessionHalves, sessionHash, tokenHash } from './secret.ts'

/** How long a link may lie around. */
const LINK_SECONDS = 600
const WORTH_NOTHING =
  'The link was used before, or is too old. For another run “leeway open”, or press l in the terminal of “leeway up”.'
/** How long a browser stays signed in: a working day. */
export const SESSION_SECONDS = 12 * 3600
/** Nobody has more of them open. */
const MOST_LINKS = 100

interface Link {
  readonly principal: PersonPrincipal
  readonly until: number
}

/** One-time links, and the sessions that come of them. Links are kept in memory only: a restart makes them worth nothing. */
export class SignIns {
  readonly #ports: Ports
  readonly #links = new Map<string, Link>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The code of a link that signs in whoever asks for it, and when it is worth nothing any more. */
  link(principal: PersonPrincipal): { readonly code: string; readonly expires_at: string } {
    const code = newSecret('link')
    const until = this.#now() + LINK_SECONDS * 1000
    this.#forget()
    this.#links.set(tokenHash(code), { principal, until })
    return { code, expires_at: new Date(until).toISOString() }
  }

  /** Whom a link was made for; undefined for one that is worth nothing. Looking does not use it up. */
  whose(code: string): string | undefined {
    return this.#links.get(tokenHash(code))?.principal.actor.id
  }

  /** Whom a link was made for. It works once, whatever comes of it. */
  async redeem(code: string): Promise<PersonPrincipal> {
    const hash = tokenHash(code)
    const link = this.#links.get(hash)
    this.#links.delete(hash)
    if (link === undefined || link.until <= this.#now()) {
      throw new AppError('not_signed_in', [], { message: WORTH_NOTHING })
    }
    await link.principal.recheck()
    return link.principal
  }

  /** Signs a browser in. */
  async open(principal: PersonPrincipal): Promise<SessionHalves & { readonly token: Token }> {
    const { id, token_hash } = await principal.me()
    const halves = { cookie: newSecret('session'), pageKey: newSecret('page') }
    const now = this.#now()
    const token: Token = {
      id: newId('tok'),
      hash: sessionHash(halves),
      bearer: { kind: 'session', person: id, under: token_hash },
      issued_by: principal.actor,
      issued_at: new Date(now).toISOString(),
      expires_at: new Date(now + SESSION_SECONDS * 1000).toISOString(),
      revoked_at: null,
    }
    return { ...halves, token: await principal.run(issueToken, { by: principal.actor, token }) }
  }

  #forget(): void {
    const now = this.#now()
    for (const [hash, { until }] of this.#links) {
      if (until <= now || this.#links.size >= MOST_LINKS) this.#links.delete(hash)
    }
  }

  #now(): number {
    return this.#ports.store.now().getTime()
  }
}
