import type { Fatal, Work } from './orders.ts'

/** One life that is ended: by itself at a point, or from outside at a moment between its begin (0) and its usual end (1). */
export type Strike = { readonly at: 'point'; readonly fatal: Fatal } | { readonly at: 'moment'; readonly share: number }

/** Who sits where: both in one process, or each in its own, of which one is ended. */
export type Victim = 'both' | 'agent' | 'reviewer'

/** One folder and the lives that are ended in it, one after the other; the second one while it recovers from the first. */
export interface Scenario {
  readonly victim: Victim
  readonly work: Work
  readonly strikes: readonly Strike[]
}

/** A strike in words, as the table names it. */
export function wordsFor(strike: Strike): string {
  return strike.at === 'point' ? strike.fatal.point : 'a random moment'
}
