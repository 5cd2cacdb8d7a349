import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { FileDiff, Hunk } from './diff.ts'

export function hunkHash({ lines }: Hunk): string {
  return hashed(lines.filter(({ kind }) => kind !== 'context').map(({ kind, text }) => [kind, text]))
}

export function fileHash({ status, old, new: now, hunks }: FileDiff): string {
  return hashed([status, old?.path, old?.mode, now?.path, now?.mode, now?.object, hunks.map(hunkHash)])
}

function hashed(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value)))).slice(0, 32)
}
