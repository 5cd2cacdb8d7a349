import type { Attempt } from '../../model/attempt.ts'
import type { Settled } from '../ask-gate.ts'
import type { Passage } from '../passage.ts'
import { toPassage } from '../to-passage.ts'

/** What a gate of a program came to: settled now, or as it was recorded. */
export type Answer = { readonly settled: Settled } | { readonly passage: Passage; readonly attempt: Attempt | null }

/** What the program is told. */
export function passageOf(answer: Answer): Passage {
  return 'passage' in answer ? answer.passage : toPassage(answer.settled)
}
