import { randomInt } from 'node:crypto'
import { AppError } from '../../model/errors.ts'
import type { StepUpFor } from '../../model/step-up.ts'
import type { About } from './about.ts'
import { OpenProofs } from './open-proofs.ts'
import { isSameText, tokenHash } from './secret.ts'

/** Shows a code to whoever sits at the server's own terminal, with what it is for: nobody types it for something else. */
export type ShowCode = (shown: { readonly code: string; readonly person: string; readonly for: StepUpFor }) => void

const MOST_TRIES = 5
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

interface Code {
  readonly hash: string
  tries: number
}

/** Proof that the person sits where the server runs: a code that only its terminal shows, for one thing, once, for five minutes. */
export class TerminalCodes {
  readonly #open: OpenProofs<Code>
  readonly #show: ShowCode | null

  constructor(show: ShowCode | null, now: () => Date) {
    this.#open = new OpenProofs(now)
    this.#show = show
  }

  /** Shows a new code, and says until when it is good. An older one for the same is worth nothing from now on. */
  show(about: About): string {
    if (this.#show === null) throw new AppError('no_terminal')
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const { until } = this.#open.open(about, { hash: tokenHash(code), tries: 0 })
    this.#show({ code: `${code.slice(0, 4)}-${code.slice(4)}`, person: about.person, for: about.for })
    return until
  }

  /** Takes a code, and says when it was shown. Throws `step_up_needed` for one that is not right. */
  take(code: string, about: About): string {
    const opened = this.#open.find(about)
    const typed = tokenHash(code.toUpperCase().replaceAll(/[\s-]/g, ''))
    if (opened !== undefined && isSameText(opened.asked.hash, typed)) {
      this.#open.take(about)
      return opened.at
    }
    if (opened !== undefined) opened.asked.tries += 1
    if (opened !== undefined && opened.asked.tries >= MOST_TRIES) this.#open.take(about)
    const message = 'The code is not right, or is too old. Ask for another.'
    throw new AppError('step_up_needed', [], { message })
  }
}
