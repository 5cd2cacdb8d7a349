import { causesOf } from './causes-of.ts'
import type { Decision } from './decision.ts'
import type { Verdict } from './verdict.ts'

/** What a reason begins with. */
export const LEADS: Readonly<Record<Exclude<Verdict, 'allow'>, string>> = {
  ask: 'A person is asked, because',
  stop: 'The run stops until a person restarts it, because',
  deny: 'This is refused, because',
}

const THEIRS = 'people were asked about this before: it is for them to decide, whatever the policy says by now.'

type Judged = Pick<Decision, 'verdict' | 'reason' | 'trace'>

/** Why a person is asked. What the policy would let pass by now is still theirs where they were asked about it before. */
export function whyHeld({ verdict, reason }: Pick<Decision, 'verdict' | 'reason'>): string {
  return verdict === 'allow' ? `${LEADS.ask} ${THEIRS}` : reason
}

/** The same for a list: the first reason, and how many more there are. */
export function whyHeldBriefly(decision: Judged): string {
  const [first, ...more] = decision.verdict === 'allow' ? [] : causesOf(decision)
  if (first === undefined || more.length === 0) return whyHeld(decision).replace(/^A person is asked, /, '')
  return `because ${first}, and for ${more.length === 1 ? 'one more reason' : `${more.length} more reasons`}.`
}

/** Each reason for itself, as a sentence: a list is read where one long sentence is not. */
export function reasonsOf(decision: Judged): readonly string[] {
  if (decision.verdict === 'allow') return [begun(THEIRS)]
  const causes = causesOf(decision)
  if (causes.length === 0) return [decision.reason]
  return causes.map((cause) => begun(/[.!?]$/.test(cause) ? cause : `${cause}.`))
}

function begun(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
