import { type Decision, OUTCOMES, type TraceEntry, VERDICTS, type Verdict } from './decision.ts'

/** Why a person is asked. What the policy would let pass by now is still theirs where they were asked about it before. */
export function whyHeld({ verdict, reason }: Pick<Decision, 'verdict' | 'reason'>): string {
  return verdict === 'allow' ? `${LEADS.ask} ${THEIRS}` : reason
}

const THEIRS = 'people were asked about this before: it is for them to decide, whatever the policy says by now.'

/** What a reason begins with. */
export const LEADS: Readonly<Record<Exclude<Verdict, 'allow'>, string>> = {
  ask: 'A person is asked, because',
  stop: 'The run stops until a person restarts it, because',
  deny: 'This is refused, because',
}

/** What decided, as the axes say it, and nothing of what merely agreed. */
export function causesOf(verdict: Verdict, trace: readonly TraceEntry[]): readonly string[] {
  const outcome = OUTCOMES[VERDICTS.indexOf(verdict)]
  return trace.filter((entry) => entry.outcome === outcome).map((entry) => entry.because)
}

/** Each reason for itself, as a sentence: a list is read where one long sentence is not. */
export function reasonsOf({
  verdict,
  reason,
  trace,
}: Pick<Decision, 'verdict' | 'reason' | 'trace'>): readonly string[] {
  if (verdict === 'allow') return [begun(THEIRS)]
  const causes = causesOf(verdict, trace)
  return causes.length === 0 ? [reason] : causes.map((cause) => begun(/[.!?]$/.test(cause) ? cause : `${cause}.`))
}

function begun(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
