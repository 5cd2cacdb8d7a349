import { createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto'

/** Signs the links of a log. */
export interface Signer {
  /** SHA-256 of the public key. */
  readonly key: string
  /** PEM. */
  readonly publicKey: string
  sign(text: string): string
}

/** A signer with an Ed25519 key of its own. */
export function newSigner(): Signer {
  return signerWith(newSigningKey())
}

/** An Ed25519 private key that nobody has yet. */
export function newSigningKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}

/** A signer with a key that was made before. */
export function signerWith(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey)
  return {
    key: keyIdOf(publicKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** The public key with this id. A key under a wrong id, or no key at all, proves nothing. */
export function publicKeyOf(key: string, pem: string): KeyObject | undefined {
  try {
    const publicKey = createPublicKey(pem)
    return keyIdOf(publicKey) === key ? publicKey : undefined
  } catch {
    return undefined
  }
}

/** Whether the owner of the key has signed the text. */
export function isSigned(text: string, signature: string, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
}

function keyIdOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }))
}
