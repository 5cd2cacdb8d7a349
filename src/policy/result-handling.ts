import type { ResultHandling } from '../model/gate.ts'

/** What is done with every result of a step: nothing is left unsaid. */
export type FullResultHandling = { readonly [Result in keyof ResultHandling]-?: NonNullable<ResultHandling[Result]> }

/** What each level of a run says of results, where it says anything. */
export interface ResultHandlingLevels {
  readonly step?: ResultHandling | undefined
  readonly phase?: ResultHandling | undefined
  readonly workflow?: ResultHandling | undefined
}

/** The handling that holds for a step, result by result: its own, else its phase's, its workflow's, the default. */
export function cascadeResultHandling({ step, phase, workflow }: ResultHandlingLevels): FullResultHandling {
  return {
    on_success: step?.on_success ?? phase?.on_success ?? workflow?.on_success ?? 'continue',
    on_warning: step?.on_warning ?? phase?.on_warning ?? workflow?.on_warning ?? 'continue',
    on_failure: step?.on_failure ?? phase?.on_failure ?? workflow?.on_failure ?? 'stop',
  }
}
