import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { AxisValues } from './axes.ts'

/** A complete policy: a value on every axis, and what differs for those it may hand work to. */
export interface Policy extends AxisValues {
  /** The most that may be handed to a child, on the axes where that is not the policy's own value. */
  readonly delegable: Partial<AxisValues>
}

/** Names exactly this policy: SHA-256 over its canonical JSON (RFC 8785). */
export function digestOf(policy: Policy): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalize(policy) as string)))}`
}
