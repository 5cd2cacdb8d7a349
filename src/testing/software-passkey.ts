import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, CreationOptions, MadeCredential, RequestOptions } from '../api/web-authn.ts'

/** What a device or a browser may get wrong, or be made to. */
interface Bent {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly isPresent?: boolean
  readonly counter?: number
  readonly fmt?: string
  /** In place of what stands under `attStmt`. */
  readonly statement?: Buffer
  readonly crossOrigin?: boolean
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const

/** A device with one key, made of Node's own crypto: it does what browsers and authenticators do, and whatever a test wants instead. */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  counter = 0
  readonly #origin: string
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** Makes the key for a server, as a browser hands it over. */
  make({ challenge, rp }: CreationOptions, bent: Bent = {}): MadeCredential {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([this.id.length >> 8, this.id.length & 0xff]),
      this.id,
      this.#coseKey(),
    ])
    const authData = Buffer.concat([this.#authData(rp.id, FLAGS.attested, bent), attested])
    const object = map([
      [text('fmt'), text(bent.fmt ?? 'none')],
      [text('attStmt'), bent.statement ?? map([])],
      [text('authData'), bytes(authData)],
    ])
    const clientDataJSON = this.#clientData({ type: 'webauthn.create', challenge }, bent)
    const response = { clientDataJSON, attestationObject: base64url(object), transports: ['internal'] }
    return { id: base64url(this.id), type: 'public-key', response }
  }

  /** Signs what a server asks for. */
  sign({ challenge, rpId }: RequestOptions, bent: Bent = {}): Assertion {
    this.counter += 1
    const authData = this.#authData(rpId, 0, { counter: this.counter, ...bent })
    const clientDataJSON = this.#clientData({ type: 'webauthn.get', challenge }, bent)
    const clientHash = hash('sha256', Buffer.from(clientDataJSON, 'base64url'), 'buffer')
    const signature = base64url(sign('sha256', Buffer.concat([authData, clientHash]), this.#keys.privateKey))
    const response = { clientDataJSON, authenticatorData: base64url(authData), signature }
    return { id: base64url(this.id), type: 'public-key', response }
  }

  #authData(
    rpId: string,
    more: number,
    { rpId: other, isVerified = true, isPresent = true, counter = 0 }: Bent,
  ): Buffer {
    const flags = more | (isPresent ? FLAGS.present : 0) | (isVerified ? FLAGS.verified : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash('sha256', other ?? rpId, 'buffer'), Buffer.from([flags]), count])
  }

  #clientData(said: { readonly type: string; readonly challenge: string }, bent: Bent): string {
    const { origin = this.#origin, crossOrigin = false, challenge = said.challenge, type = said.type } = bent
    const topOrigin = crossOrigin ? { topOrigin: 'https://evil.example' } : {}
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, ...topOrigin })))
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return map([
      [whole(1), whole(2)],
      [whole(3), whole(-7)],
      [whole(-1), whole(1)],
      [whole(-2), bytes(Buffer.from(x, 'base64url'))],
      [whole(-3), bytes(Buffer.from(y, 'base64url'))],
    ])
  }
}

function base64url(buffer: Buffer): string {
  return buffer.toString('base64url')
}

/** The first bytes of a value of CBOR (RFC 8949): its kind and its size. */
function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}

function whole(number: number): Buffer {
  return number >= 0 ? head(0, number) : head(1, -number - 1)
}

function bytes(buffer: Buffer): Buffer {
  return Buffer.concat([head(2, buffer.length), buffer])
}

function text(words: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(words)), Buffer.from(words)])
}

function map(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()])
}

/** A statement with a certificate, as devices give it where somebody asks for one. */
export function certificateStatement(certificate: Buffer): Buffer {
  return map([
    [text('alg'), whole(-7)],
    [text('sig'), bytes(Buffer.alloc(64))],
    [text('x5c'), Buffer.concat([head(4, 1), bytes(certificate)])],
  ])
}
