import type { AppError } from '../model/errors.ts'
import type { Policies } from './policies.ts'
import type { Effect, NewEvent } from './ports.ts'
import type { Reader } from './reader.ts'

/** What a verb decided: events and effects that are committed together, and what its caller is told afterwards. */
export interface Outcome<Result> {
  readonly events: readonly NewEvent[]
  readonly effects: readonly Effect[]
  readonly result: Result
}

/** A refusal that leaves a trace: its events are committed, then the caller gets the error. */
export interface Refused {
  readonly events: readonly NewEvent[]
  readonly effects: readonly Effect[]
  readonly error: AppError
}

/** Reads what a verb needs to know. */
export type Load<Input, State> = (read: Reader, input: Input, policies: Policies) => Promise<State>

/** One thing that can be done. `load` only reads; `decide` is pure and never acts. */
export interface Verb<Input, State, Result> {
  readonly load: Load<Input, State>
  readonly decide: (state: State, input: Input, now: Date) => Outcome<Result> | Refused
}
