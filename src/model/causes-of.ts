import { type Decision, OUTCOMES, VERDICTS } from './decision.ts'

/** What decided, each cause by itself, and nothing of what merely agreed. */
export function causesOf({ verdict, trace }: Pick<Decision, 'verdict' | 'trace'>): readonly string[] {
  const outcome = OUTCOMES[VERDICTS.indexOf(verdict)]
  return trace.filter((entry) => entry.outcome === outcome).map((entry) => entry.because)
}
