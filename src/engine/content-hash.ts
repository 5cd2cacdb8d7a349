import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Content } from '../model/content.ts'

/** Names exactly this value: SHA-256 over its canonical JSON (RFC 8785). */
export function hashOf(value: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalize(value) ?? 'null')))}`
}

/** Names exactly what would run or pass: tool, arguments, environment, folder, target, commit and tree. */
export function contentHash(content: Content): string {
  return hashOf(content)
}

/** The same call again, wherever it is asked from: what a grant permits once more, and what a refusal refuses. */
export function fingerprintOf(content: Content): string {
  if (content.tool === undefined) return contentHash(content)
  const { gate: _gate, ...call } = content
  return hashOf(call)
}
