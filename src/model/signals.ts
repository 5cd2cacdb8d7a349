import * as z from 'zod'
import { strict } from './strict.ts'

const Count = z.number().nonnegative()
const Texts = z.array(z.string()).readonly()

/** What is known when an agent thinks of opening a child frame. What is absent counts as nothing. */
export const PushSignals = strict({
  potentialGoal: z.string().optional(),
  recentMessages: Count.optional(),
  recentFileChanges: Texts.optional(),
  errorCount: Count.optional(),
  tokenCount: Count.optional(),
  currentGoal: z.string().optional(),
})
export type PushSignals = Readonly<z.infer<typeof PushSignals>>

/** What is known when an agent thinks of closing its frame. What is absent counts as nothing. */
export const PopSignals = strict({
  successSignals: Texts.optional(),
  failureSignals: Texts.optional(),
  noProgressTurns: Count.optional(),
  frameArtifacts: Texts.optional(),
  goalKeywords: Texts.optional(),
  tokenCount: Count.optional(),
  contextLimit: z.number().positive().optional(),
  frameTitle: z.string().optional(),
  frameSuccessCriteria: z.string().optional(),
})
export type PopSignals = Readonly<z.infer<typeof PopSignals>>

/** The signals of each side. */
export interface Signals {
  readonly push: PushSignals
  readonly pop: PopSignals
}

/** The two ways to change the stack of frames: open a child, or close the current one. */
export type Side = keyof Signals
