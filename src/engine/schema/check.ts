import type { Problem } from '../../model/problem.ts'
import type { Part, Words } from './part.ts'

/** What is wrong with a value, one after the other, so that whoever only asks whether it fits stops at the first. */
export type Misfits = Generator<Problem, void>

/** A value that is held to a part, and where it stands in the whole. */
export interface Place {
  readonly value: unknown
  /** JSON pointer. */
  readonly path: string
}

/** Holds a value to one keyword of a part. */
export type Check = (given: never, place: Place, round: Round) => Misfits

/** What a check has besides: the other words of its part, and the way to the parts in it. */
export interface Round {
  readonly words: Words
  readonly held: (part: Part, place: Place) => Misfits
  /** How many characters a text has, and whether a list repeats itself: found once, whatever many parts ask. */
  readonly known: Known
}

export interface Known {
  readonly lengths: Map<string, number>
  readonly repeats: WeakMap<object, boolean>
}

export function* wrong(code: Problem['code'], message: string, { path }: Place): Misfits {
  yield { code, message, path }
}

export function fits(misfits: Misfits): boolean {
  return misfits.next().done === true
}
