import * as z from 'zod'
import { strict } from './strict.ts'

/** What takes part in what a call does, beside which call it is. */
const SURROUNDINGS = {
  args: z.record(z.string(), z.unknown()).optional(),
  /** Variables that the action sees; secrets stand here as references. */
  env: z.record(z.string(), z.unknown()).optional(),
  cwd: z.string().max(4096).optional(),
  target: z.string().max(4096).optional(),
  base_commit: z.string().max(200).optional(),
  tree: z.string().max(200).optional(),
  /** The work that is offered for review, where there is any. */
  deliverable: z.unknown().optional(),
}

/**
 * What is asked, complete: these bytes are shown, hashed, approved and run. Prose about it (title, description) stays outside, so
 * that a friendlier sentence never looks like other work.
 */
export const Content = strict({
  /** The tool or action that will run; absent for a gate that only lets work pass. */
  tool: z.string().min(1).max(1000).optional(),
  ...SURROUNDINGS,
  /** The question of the gate itself: its kind and evidence. */
  gate: z.unknown().optional(),
}).readonly()
export type Content = z.infer<typeof Content>

/** What surrounds a call and takes part in what it does. Which call it is, and what was asked of it, follows from the gate. */
export const Surroundings = strict(SURROUNDINGS).readonly()
export type Surroundings = z.infer<typeof Surroundings>
