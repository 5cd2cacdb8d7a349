import { expect } from 'vitest'
import type { Verb } from '../engine/verb.ts'
import { AppError, ERRORS, type ErrorCode } from '../model/errors.ts'
import { PROBLEM_CODES } from '../model/problem.ts'

/** Of these the table says all that there is to say, at least in some places. */
const SAID_BY_TABLE: readonly ErrorCode[] = [
  ...(['actor_not_human', 'not_authorised', 'self_approval', 'step_up_needed', 'grant_in_batch'] as const),
  ...(['job_stopped', 'job_in_doubt', 'not_in_doubt', 'sent_back', 'not_sent_back', 'version_conflict'] as const),
  ...(['passkey_known', 'too_many_passkeys'] as const),
]

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

/** Whoever is refused is told which thing stands in the way, in a sentence, and where, if it is about a place. */
export function wellRefused(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { code, message, problems } = error
  expect(Object.keys(ERRORS)).toContain(code)
  expect(message).toMatch(/^\S[^]*\S$/)
  if (!SAID_BY_TABLE.includes(code)) expect(message).not.toBe(ERRORS[code].text)
  for (const problem of problems) {
    expect(problem).toMatchObject({
      code: expect.toBeOneOf([...PROBLEM_CODES]),
      message: expect.stringMatching(/^\S/),
      path: expect.stringMatching(/^$|^\//),
    })
  }
  throw error
}
