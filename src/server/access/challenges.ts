import { randomBytes } from 'node:crypto'
import { hashOf } from '../../engine/content-hash.ts'
import type { Proof } from '../../model/step-up.ts'
import type { About } from './about.ts'
import { type Opened, OpenProofs } from './open-proofs.ts'
import type { Place } from './place.ts'

interface Asked {
  readonly nonce: string
  readonly place: Place
  /** What was proved before this was asked: nobody makes a passkey without. */
  readonly proof: Proof | null
}

/** Something to sign, and when it was asked for. */
export interface Challenge extends Pick<Asked, 'place' | 'proof'> {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly at: string
  readonly until: string
}

/**
 * What passkeys are given to sign. It is a hash over chance and over what it is for, so that the signature itself says who approves
 * which content of which checkpoint, from which sign-in and which page; nothing that is looked up later can give it another meaning.
 */
export class Challenges {
  readonly #open: OpenProofs<Asked>

  constructor(now: () => Date) {
    this.#open = new OpenProofs(now)
  }

  ask(about: About, place: Place, proof: Proof | null = null): Challenge {
    const nonce = randomBytes(32).toString('base64url')
    const { asked, at, until } = this.#open.open(about, { nonce, place, proof })
    return { ...asked, bytes: bytesOf(about, asked), at, until }
  }

  /** What was asked for exactly this. */
  find(about: About): Challenge | undefined {
    return toChallenge(this.#open.find(about))
  }

  /** Takes what was asked for exactly this, once, whatever comes of it. */
  take(about: About): Challenge | undefined {
    return toChallenge(this.#open.take(about))
  }
}

function toChallenge(opened: Opened<Asked> | undefined): Challenge | undefined {
  if (opened === undefined) return undefined
  const { about, asked, at, until } = opened
  return { ...asked, bytes: bytesOf(about, asked), at, until }
}

function bytesOf(about: About, { nonce, place }: Asked): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hashOf({ nonce, about, origin: place.origin }).slice('sha256:'.length), 'hex'))
}
