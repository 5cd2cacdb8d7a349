import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32
const TOKEN = /^lwy_[A-Za-z0-9_-]{43}$/

/** A token that nobody can guess. */
export function newToken(): string {
  return `lwy_${randomBytes(BYTES).toString('base64url')}`
}

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** All that is kept of a token. */
export function tokenHash(token: string): string {
  return hash('sha256', token)
}

/** Compares in a time that tells nothing about where two texts differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
