import { pointer } from '../model/problems-of.ts'

/**
 * How secrets of well-known services look. A long random text alone says nothing, so only sure signs are listed. None may
 * read on and on from each of a million beginnings.
 */
const SIGNS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}\b/],
  ['a Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{10,}\b/],
  ['an API key of a model provider', /\bsk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{32,}\b/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Leeway token', /\blwy_[A-Za-z0-9_-]{43}/],
  ['a signed token', /[A-Za-z0-9_-]\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10}/],
  ['a password in an address', /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:[^\s/:@]+@/i],
  // With a slash in it, unless that ends a port or what is to become one.
  ['a password in an address', /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@[]*:(?!\d+[/?#]|[$<{%])[^\s@"'`]{1,100}@[\w[]/i],
]

/** A recognised secret, and where it stands. Never the secret itself. */
export interface FoundSecret {
  readonly path: string
  readonly what: string
}

/** The first text in a value that is surely a secret; keys are looked at as well. */
export function findSecret(value: unknown): FoundSecret | undefined {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value, path: [] }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value: part, path } = item
    if (typeof part === 'string') {
      const sign = SIGNS.find(([, looks]) => looks.test(part))
      if (sign !== undefined) return { what: sign[0], path: pointer(path) }
    }
    if (typeof part !== 'object' || part === null) continue
    for (const [key, inner] of Object.entries(part)) {
      open.push({ value: key, path }, { value: inner, path: [...path, key] })
    }
  }
  return undefined
}
