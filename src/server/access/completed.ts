import type { Verb } from '../../engine/verb.ts'

/**
 * A verb whose input is completed by what can be taken once, such as a proof of presence, and only when there is something to judge:
 * whoever asks again for an answer that was lost has used the proof up, and gets the answer that was kept.
 */
export function completed<Input, State, Result>(
  verb: Verb<Input, State, Result>,
  complete: (input: Input) => Promise<Input>,
): Verb<Input, State, Result> {
  let whole: Input | undefined
  return {
    load: async (read, input, policies) => {
      whole ??= await complete(input)
      return verb.load(read, whole, policies)
    },
    decide: (state, input, now) => verb.decide(state, whole ?? input, now),
  }
}
