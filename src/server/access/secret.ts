import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../sdk/desk/token.ts'

export { isSameText, tokenHash } from '../../sdk/desk/token.ts'

const BYTES = 32
const KINDS = { agent: 'lwa', service: 'lws', session: 'lwc', page: 'lwp', link: 'lwl' } as const
const SHAPE = /^lw[a-z]_[A-Za-z0-9_-]{43}$/

/** A secret that nobody can guess. Its beginning only helps whoever scans for leaks; what it is worth stands in its row. */
export function newSecret(kind: keyof typeof KINDS): string {
  return `${KINDS[kind]}_${randomBytes(BYTES).toString('base64url')}`
}

/** Whether a text can be a secret of ours at all. */
export function isSecret(text: string): boolean {
  return SHAPE.test(text)
}

/** The two halves of a browser's sign-in: each alone is worth nothing. */
export interface SessionHalves {
  /** Browsers send it to every port of the host, so whoever else listens there has it too. */
  readonly cookie: string
  /** Kept by our page for its own origin, which has a port, and sent in a header. */
  readonly pageKey: string
}

/** All that is kept of a browser's sign-in: a hash over both halves, so that neither follows from the other. */
export function sessionHash({ cookie, pageKey }: SessionHalves): string {
  return tokenHash(`${cookie} ${pageKey}`)
}
