import type { Outcome, Verdict } from '../model/verdict.ts'

interface Sign {
  /** Told apart by its shape, because colour is not seen by everyone. */
  readonly symbol: string
  readonly format: 'green' | 'yellow' | 'red' | 'magenta'
}

const ASK: Sign = { symbol: '■', format: 'yellow' }
const STOP: Sign = { symbol: '✗', format: 'red' }
const DENY: Sign = { symbol: '⊘', format: 'magenta' }
const GO: Sign = { symbol: '✓', format: 'green' }

/** The sign of each verdict and of each outcome of an axis. */
export const SIGNS: Readonly<Record<Verdict | Outcome, Sign>> = {
  allow: GO,
  pass: GO,
  ask: ASK,
  stop: STOP,
  deny: DENY,
}
