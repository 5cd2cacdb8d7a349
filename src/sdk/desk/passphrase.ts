import { createHmac, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { isSameText } from './token.ts'

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const LENGTH = 32
const derive = promisify<Buffer, Buffer, number, typeof COST, Buffer>(scrypt)

/** The fewest characters that are worth asking for. */
export const SHORTEST_PASSPHRASE = 8

/** What is kept of a passphrase. The log holds it for ever, so nobody can try passphrases on it without the token. */
export async function hashPassphrase(passphrase: string, token: string): Promise<string> {
  const salt = randomBytes(16)
  return ['scrypt-1', salt.toString('base64url'), await derived(passphrase, token, salt)].join('$')
}

/** Whether this is the passphrase that was set under this token. */
export async function isPassphrase(passphrase: string, token: string, kept: string): Promise<boolean> {
  const [kind, salt, expected] = kept.split('$')
  if (kind !== 'scrypt-1' || salt === undefined || expected === undefined) return false
  return isSameText(await derived(passphrase, token, Buffer.from(salt, 'base64url')), expected)
}

async function derived(passphrase: string, token: string, salt: Buffer): Promise<string> {
  const secret = createHmac('sha256', token).update(passphrase.normalize('NFC')).digest()
  return (await derive(secret, salt, LENGTH, COST)).toString('base64url')
}
