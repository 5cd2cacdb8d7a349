import type { Decision } from '../../src/model/decision.ts'
import { LEADS, reasonsOf, whyHeld } from '../../src/model/why-held.ts'
import { Visible } from './visible.tsx'

/** Why a person is asked: one sentence, or a list where several reasons hold it. */
export function Reasons({ decision }: { readonly decision: Decision }) {
  const reasons = reasonsOf(decision)
  if (reasons.length < 2 || decision.verdict === 'allow') {
    return (
      <p>
        <Visible text={whyHeld(decision)} />
      </p>
    )
  }
  return (
    <div className="reasons">
      <p>{LEADS[decision.verdict]}:</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            <Visible text={reason} />
          </li>
        ))}
      </ul>
    </div>
  )
}
