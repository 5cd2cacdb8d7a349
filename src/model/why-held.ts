import type { Decision } from './decision.ts'

/** Why a person is asked. What the policy would let pass by now is still theirs where they were asked about it before. */
export function whyHeld({ verdict, reason }: Pick<Decision, 'verdict' | 'reason'>): string {
  return verdict === 'allow' ? THEIRS : reason
}

const THEIRS =
  'A person is asked, because people were asked about this before: it is for them to decide, whatever the policy says by now.'
