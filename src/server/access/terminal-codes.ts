import { randomInt } from 'node:crypto'
import { AppError } from '../../model/errors.ts'
import type { PersonId } from '../../model/ids.ts'
import type { StepUpFor } from '../../model/step-up.ts'
import type { About } from './about.ts'
import { type Opened, OpenProofs } from './open-proofs.ts'
import { isSameText, tokenHash } from './secret.ts'

/** Shows a code to whoever sits at the server's own terminal, with what it is for: nobody types it for something else. */
export type ShowCode = (shown: { readonly code: string; readonly person: string; readonly for: StepUpFor }) => void

/** A code in the hand of whoever proved at a command line that they may read it. */
export interface ReadCode {
  readonly code: string
  readonly for: StepUpFor
  readonly expires_at: string
}

/** Whose codes somebody reads. */
export interface Reading {
  readonly person: string
  readonly by: PersonId
  readonly may: (what: StepUpFor) => boolean
}

const MOST_TRIES = 5
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

interface Code {
  /** Null until somebody has read it. */
  hash: string | null
  tries: number
  /** Who read it at a command line. */
  readBy: PersonId | null
}

/**
 * Proof that somebody trusted with a terminal is there: a code for one thing, once, for five minutes. The server's own terminal shows
 * it; a server without one waits until it is read at a command line.
 */
export class TerminalCodes {
  readonly #open: OpenProofs<Code>
  readonly #show: ShowCode | null

  constructor(show: ShowCode | null, now: () => Date) {
    this.#open = new OpenProofs(now)
    this.#show = show
  }

  /** Where codes are seen. */
  get shownIn(): 'server_terminal' | 'command_line' {
    return this.#show === null ? 'command_line' : 'server_terminal'
  }

  /** Asks for a code, shows it where there is a terminal, and says until when it is good. An older one for the same is worth nothing from now on. */
  ask(about: About): string {
    const code: Code = { hash: null, tries: 0, readBy: null }
    const { until } = this.#open.open(about, code)
    if (this.#show !== null) this.#show({ code: renew(code), person: about.person, for: about.for })
    return until
  }

  /** Makes each code that somebody waits for anew, for whoever may read it; what was shown before is worth nothing from now on. */
  read({ person, by, may }: Reading): readonly ReadCode[] {
    const waiting = this.#open.of(person).filter(({ about }) => may(about.for))
    return waiting.map(({ about, asked, until }) => {
      const code = renew(asked)
      asked.readBy = by
      return { code, for: about.for, expires_at: until }
    })
  }

  /** Takes a code, and says when it was asked for and who read it. Throws `step_up_needed` for one that is not right. */
  take(code: string, about: About): { readonly at: string; readonly read_by?: PersonId } {
    const { at, asked } = this.look(code, about)
    this.#open.take(about)
    return { at, ...(asked.readBy !== null && { read_by: asked.readBy }) }
  }

  /** The same without taking it. One that is not right counts as a try all the same. */
  look(code: string, about: About): Opened<Code> {
    const opened = this.#open.find(about)
    const typed = tokenHash(code.toUpperCase().replaceAll(/[\s-]/g, ''))
    if (opened !== undefined && opened.asked.hash !== null && isSameText(opened.asked.hash, typed)) return opened
    if (opened !== undefined) opened.asked.tries += 1
    if (opened !== undefined && opened.asked.tries >= MOST_TRIES) this.#open.take(about)
    const message = 'The code is not right, or is too old. Ask for another.'
    throw new AppError('step_up_needed', [], { message })
  }
}

/** Only its hash is kept, so that nobody reads it a second time. */
function renew(asked: Code): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  asked.hash = tokenHash(code)
  asked.tries = 0
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
