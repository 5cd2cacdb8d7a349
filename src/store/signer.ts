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

/** Whether the key with this id has signed the text. A key under a wrong id proves nothing. */
export function isSigned(text: string, signature: string, by: { readonly key: string; readonly pem: string }): boolean {
  try {
    const publicKey = createPublicKey(by.pem)
    return (
      keyIdOf(publicKey) === by.key && verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
    )
  } catch {
    return false
  }
}

function keyIdOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }))
}
