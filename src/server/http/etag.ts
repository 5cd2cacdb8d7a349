import { hash } from 'node:crypto'

/** Short answers are mostly the same ones again, and to hash one costs a tenth of answering it. */
const SHORT = 256
const MOST_KNOWN = 1000
const known = new Map<string, string>()

/** Names exactly this text, for whoever has seen it already. */
export function etagOf(text: string): string {
  if (text.length > SHORT) return hashed(text)
  const etag = known.get(text) ?? hashed(text)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, etag)
  return etag
}

function hashed(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 32)}"`
}

/** Whether a reader has this very text. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
