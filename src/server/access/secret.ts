import { createHmac, randomBytes } from 'node:crypto'
import { isSameText, tokenHash } from '../../sdk/desk/token.ts'

export { isSameText, tokenHash } from '../../sdk/desk/token.ts'

const BYTES = 32
const KINDS = { agent: 'lwa', service: 'lws', session: 'lwc', link: 'lwl' } as const
const SHAPE = /^lw[a-z]_[A-Za-z0-9_-]{43}$/

/** A secret that nobody can guess. Its beginning only helps whoever scans for leaks; what it is worth stands in its row. */
export function newSecret(kind: keyof typeof KINDS): string {
  return `${KINDS[kind]}_${randomBytes(BYTES).toString('base64url')}`
}

/** Whether a text can be a secret of ours at all. */
export function isSecret(text: string): boolean {
  return SHAPE.test(text)
}

/** What a page that is signed in has to send along. It follows from the cookie, which no other page can read. */
export function csrfOf(session: string): string {
  return createHmac('sha256', session).update('csrf').digest('base64url')
}

/** Whether the page knows what only a page of ours can know. */
export function isCsrf(given: string | undefined, session: string): boolean {
  return given !== undefined && isSameText(tokenHash(given), tokenHash(csrfOf(session)))
}
