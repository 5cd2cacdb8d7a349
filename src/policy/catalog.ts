import type { AnyHeuristic } from '../frames/heuristic.ts'
import type { PolicyDocument } from './policy-document.ts'

/** A named policy: what it says in one sentence, and the axes that it sets. */
export interface Preset {
  /** `family/name`, or the bare name of a preset without a family. */
  readonly name: string
  /** What it means for the person who picks it. */
  readonly sentence: string
  /** When to choose it. */
  readonly when?: string | undefined
  readonly policy: PolicyDocument
}

/** Everything that a policy may refer to by name, gathered once from files and handed to whoever decides. */
export interface Catalog {
  readonly presets: ReadonlyMap<string, Preset>
  readonly heuristics: readonly AnyHeuristic[]
}
