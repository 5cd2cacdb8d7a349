import { OUTCOMES, type TraceEntry, VERDICTS, type Verdict } from '../model/decision.ts'

const LEAD: Readonly<Record<Exclude<Verdict, 'allow'>, string>> = {
  ask: 'A person is asked, because',
  stop: 'The run stops until a person restarts it, because',
  deny: 'This is refused, because',
}

/** The verdict in one plain sentence: what decided it, and nothing of what merely agreed. */
export function reasonFor(verdict: Verdict, trace: readonly TraceEntry[]): string {
  if (verdict === 'allow') return 'The agent goes on: no axis of the policy asks for a person here.'
  const outcome = OUTCOMES[VERDICTS.indexOf(verdict)]
  const causes = trace.filter((entry) => entry.outcome === outcome).map((entry) => entry.because)
  return `${LEAD[verdict]} ${listed(causes)}.`
}

function listed(causes: readonly string[]): string {
  if (causes.length < 2) return causes.join('')
  return `${causes.slice(0, -1).join(', ')} and ${causes.at(-1)}`
}
