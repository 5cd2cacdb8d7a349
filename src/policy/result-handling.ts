import type { ResultHandling } from '../model/gate.ts'

/** What is done with every result of a step: nothing is left unsaid. */
export type FullResultHandling = { readonly [Result in keyof ResultHandling]-?: NonNullable<ResultHandling[Result]> }

/** What each level of a run says of results, where it says anything. */
export interface ResultHandlingLevels {
  readonly step?: ResultHandling | undefined
  readonly phase?: ResultHandling | undefined
  readonly workflow?: ResultHandling | undefined
}

const DEFAULTS: FullResultHandling = { on_success: 'continue', on_warning: 'continue', on_failure: 'stop' }

/** The handling that holds for a step, result by result: its own, else its phase's, its workflow's, the default. */
export function cascadeResultHandling({ step, phase, workflow }: ResultHandlingLevels): FullResultHandling {
  return { ...DEFAULTS, ...said(workflow), ...said(phase), ...said(step) }
}

/** A key that is there without a value says nothing, and must not hide what stands below it. */
function said(handling: ResultHandling = {}): Partial<FullResultHandling> {
  return Object.fromEntries(Object.entries(handling).filter(([, how]) => how !== undefined))
}
