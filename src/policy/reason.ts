import { causesOf } from '../model/causes-of.ts'
import type { TraceEntry } from '../model/decision.ts'
import type { Verdict } from '../model/verdict.ts'
import { LEADS } from '../model/why-held.ts'

/** The verdict in one plain sentence: what decided it, and nothing of what merely agreed. */
export function reasonFor(verdict: Verdict, trace: readonly TraceEntry[]): string {
  if (verdict === 'allow') return 'The agent goes on: no axis of the policy asks for a person here.'
  return `${LEADS[verdict]} ${listed(causesOf({ verdict, trace }))}.`
}

function listed(causes: readonly string[]): string {
  if (causes.length < 2) return causes.join('')
  return `${causes.slice(0, -1).join(', ')} and ${causes.at(-1)}`
}
