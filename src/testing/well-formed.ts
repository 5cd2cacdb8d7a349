import { expect } from 'vitest'
import type { Verb } from '../engine/verb.ts'
import { AppError } from '../model/errors.ts'
import { PROBLEM_CODES } from '../model/problem.ts'

/** The same verb, of which every outcome is looked at: what is to be done after the commit is known by an id, and about something. */
export function wellFormed<Input, State, Result>({
  load,
  decide,
}: Verb<Input, State, Result>): Verb<Input, State, Result> {
  return {
    load,
    decide: (state, input, now) => {
      const outcome = decide(state, input, now)
      for (const effect of outcome.effects) {
        const said = [expect.stringMatching(/^[^:]+:.+/), expect.stringMatching(/./), expect.stringMatching(/./)]
        expect([effect.id, effect.kind, effect.tenant]).toEqual(said)
      }
      return outcome
    },
  }
}

/** Whoever is refused is told why in a sentence, and where, if it is about a place. */
export function wellRefused(error: unknown): never {
  if (error instanceof AppError) {
    expect(error.message).toMatch(/^\S[^]*\S$/)
    for (const { code, message } of error.problems) {
      expect([PROBLEM_CODES.includes(code), message.length > 0]).toEqual([true, true])
    }
  }
  throw error
}
