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
  ['a Leeway token', /\blw[a-z]_[A-Za-z0-9_-]{43}/],
  ['a signed token', /[A-Za-z0-9_-]\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10}/],
  // Looked at from the `@` backwards: whoever begins with the word begins anew at each of a million dots.
  ['a password in an address', /(?<=\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:[^\s/:@]+)@/i],
  // With a slash in it, unless that ends a port or what is to become one.
  [
    'a password in an address',
    /(?<=\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@[]*(?!:\d+[/?#]|:[$<{%]):[^\s@"'`]{1,100})@[\w[]/i,
  ],
]

/** Each sign has one of these in it, and almost no other text does; the shortest secret is a password in an address. */
const HINTS = /BEGIN|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|sk-|[rs]k_|AIza|npm_|lw[a-z]_|\.eyJ|:\/\//
const SHORTEST = 'a://:b@'.length

/** A recognised secret, and where it stands. Never the secret itself. */
export interface FoundSecret {
  readonly path: string
  readonly what: string
}

/** The first text in a value that is surely a secret; keys are looked at as well. */
export function findSecret(value: unknown): FoundSecret | undefined {
  if (!isHintedAt(value)) return undefined
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

/** Whether it is worth to look closer: every question comes by here, and almost none has anything like a secret in it. */
function isHintedAt(value: unknown): boolean {
  const open = [value]
  for (let part = open.pop(); part !== undefined || open.length > 0; part = open.pop()) {
    if (typeof part === 'string' && isHint(part)) return true
    if (typeof part !== 'object' || part === null) continue
    for (const key of Object.keys(part)) {
      if (isHint(key)) return true
      open.push((part as Record<string, unknown>)[key])
    }
  }
  return false
}

function isHint(text: string): boolean {
  return text.length >= SHORTEST && HINTS.test(text)
}
