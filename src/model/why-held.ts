import { causesOf } from './causes-of.ts'
import type { Decision } from './decision.ts'

/** Why a person is asked. What the policy would let pass by now is still theirs where they were asked about it before. */
export function whyHeld({ verdict, reason }: Pick<Decision, 'verdict' | 'reason'>): string {
  return verdict === 'allow' ? THEIRS : reason
}

/** The same for a list: the first reason, and how many more there are. */
export function whyHeldBriefly(decision: Pick<Decision, 'verdict' | 'reason' | 'trace'>): string {
  const [first, ...more] = decision.verdict === 'allow' ? [] : causesOf(decision)
  if (first === undefined || more.length === 0) return whyHeld(decision).replace(/^A person is asked, /, '')
  return `because ${first}, and for ${more.length === 1 ? 'one more reason' : `${more.length} more reasons`}.`
}

const THEIRS =
  'A person is asked, because people were asked about this before: it is for them to decide, whatever the policy says by now.'
