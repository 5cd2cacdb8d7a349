import { randomFillSync } from 'node:crypto'

const BYTES = 12
/** Asking the system costs the same for one text as for many. */
const pool = Buffer.alloc(BYTES * 256)
let at = pool.length

/** Sixteen letters that nobody can guess; each byte of chance is used once. */
export function randomText(): string {
  if (at === pool.length) {
    randomFillSync(pool)
    at = 0
  }
  at += BYTES
  return pool.toString('base64url', at - BYTES, at)
}
