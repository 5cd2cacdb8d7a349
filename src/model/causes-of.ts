import type { Decision } from './decision.ts'

/** What decided, each cause by itself, and nothing of what merely agreed. */
export function causesOf({ verdict, trace }: Pick<Decision, 'verdict' | 'trace'>): readonly string[] {
  // Said here and not looked up: a browser that shows this would load every schema for two lists of words.
  const outcome = verdict === 'allow' ? 'pass' : verdict
  return trace.filter((entry) => entry.outcome === outcome).map((entry) => entry.because)
}
