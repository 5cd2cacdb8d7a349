import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Content } from '../model/content.ts'

/** Names exactly this value: SHA-256 over its canonical JSON (RFC 8785). */
export function hashOf(value: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalize(value) ?? 'null')))}`
}

/** Content with its name; hashed once, where the question is put. */
export interface Sealed {
  readonly content: Content
  /** Names exactly what would run or pass: tool, arguments, environment, folder, target, commit and tree. */
  readonly hash: string
  /** The same call again, wherever it is asked from and whatever is said of it: what a refusal refuses. */
  readonly fingerprint: string
}

/** Puts a name on content. */
export function seal(content: Content): Sealed {
  const hash = contentHash(content)
  return { content, hash, fingerprint: content.gate === undefined ? hash : fingerprintOf(content) }
}

/** Names exactly what would run or pass. */
export function contentHash(content: Content): string {
  return hashOf(content)
}

/** Names the call, however sure the agent is of it this time and whatever it says of its risk. An action goes by its name and what surrounds it. */
export function fingerprintOf(content: Content): string {
  if (content.tool === undefined) return contentHash(content)
  const { gate: _gate, ...call } = content
  return hashOf(call)
}
