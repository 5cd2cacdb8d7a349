import type { Verb } from '../../engine/verb.ts'
import { AppError } from '../../model/errors.ts'

/**
 * A verb whose input is completed by what can be taken once, such as a proof of presence, and only when there is something to judge:
 * whoever asks again for an answer that was lost has used the proof up, and gets the answer that was kept. With a clock it is judged
 * first without: what is refused whatever is proved uses nothing up.
 */
export function completed<Input, State, Result>(
  verb: Verb<Input, State, Result>,
  complete: (input: Input) => Promise<Input>,
  now?: () => Date,
): Verb<Input, State, Result> {
  let whole: Input | undefined
  return {
    load: async (read, input, policies) => {
      if (whole === undefined && now !== undefined) {
        const state = await verb.load(read, input, policies)
        if (isRefusedAnyway(() => verb.decide(state, input, now()))) return state
      }
      whole ??= await complete(input)
      return verb.load(read, whole, policies)
    },
    decide: (state, input, at) => verb.decide(state, whole ?? input, at),
  }
}

/** Whether something is refused for another reason than the proof that is still missing. */
function isRefusedAnyway(decide: () => object): boolean {
  try {
    return 'error' in decide()
  } catch (error) {
    return !(error instanceof AppError && error.code === 'step_up_needed')
  }
}
