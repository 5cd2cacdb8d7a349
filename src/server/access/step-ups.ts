import { randomInt } from 'node:crypto'
import { AppError } from '../../model/errors.ts'
import { isSameText, tokenHash } from './secret.ts'

/** Shows a code to whoever sits at the server's own terminal. */
export type ShowCode = (shown: {
  readonly code: string
  readonly person: string
  readonly checkpoint: string
  readonly content_hash: string
}) => void

const SECONDS = 300
const MOST_TRIES = 5
const MOST_OPEN = 1000
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

interface Open {
  readonly hash: string
  readonly at: string
  readonly until: number
  tries: number
}

/** What a code was asked for: it proves presence for nothing else. */
export interface About {
  readonly person: string
  readonly checkpoint: string
  readonly content_hash: string
}

/** Proof that the person sits where the server runs: a code that only its terminal shows, for one content, once, for five minutes. */
export class StepUps {
  readonly #open = new Map<string, Open>()
  readonly #show: ShowCode | null
  readonly #now: () => Date

  constructor(show: ShowCode | null, now: () => Date) {
    this.#show = show
    this.#now = now
  }

  /** Shows a new code, and says how long it is good. An older one for the same is worth nothing from now on. */
  begin(about: About): string {
    if (this.#show === null) throw new AppError('no_terminal')
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const now = this.#now()
    const until = now.getTime() + SECONDS * 1000
    for (const [key, open] of this.#open) {
      if (open.until <= now.getTime() || this.#open.size >= MOST_OPEN) this.#open.delete(key)
    }
    this.#open.set(keyOf(about), { hash: tokenHash(code), at: now.toISOString(), until, tries: 0 })
    this.#show({ code: `${code.slice(0, 4)}-${code.slice(4)}`, ...about })
    return new Date(until).toISOString()
  }

  /** Takes a code: the proof of presence that it stands for. Throws `step_up_needed` for one that is not right. */
  prove(code: string, about: About): { readonly at: string; readonly content_hash: string } {
    const key = keyOf(about)
    const open = this.#open.get(key)
    const typed = tokenHash(code.toUpperCase().replaceAll(/[\s-]/g, ''))
    const isRight = open !== undefined && open.until > this.#now().getTime() && isSameText(open.hash, typed)
    if (isRight) {
      this.#open.delete(key)
      return { at: open.at, content_hash: about.content_hash }
    }
    if (open !== undefined) open.tries += 1
    if (open !== undefined && open.tries >= MOST_TRIES) this.#open.delete(key)
    const message = 'The code is not right, or is too old. Ask for another.'
    throw new AppError('step_up_needed', [], { message })
  }
}

function keyOf({ person, checkpoint, content_hash }: About): string {
  return JSON.stringify([person, checkpoint, content_hash])
}
