import { hash } from 'node:crypto'

/** Names exactly this text, for whoever has seen it already. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 32)}"`
}

/** Whether a reader has this very text. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
}
