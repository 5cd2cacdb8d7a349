import type { Decision } from '../../src/model/decision.ts'
import type { Issue } from '../../src/model/issue.ts'
import { Reasons } from '../parts/reasons.tsx'
import { Sign } from '../parts/sign.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'

/** Why the policy held it: its own words, each axis, each issue. Nothing here is the agent's story. */
export function WhyPaused({ decision, advice }: { readonly decision: Decision; readonly advice?: string | null }) {
  const { issues } = decision
  const all = issues === undefined ? [] : [...issues.errors, ...issues.warnings]
  return (
    <section aria-labelledby="why">
      <h2 id="why">
        Why it paused <Sign of={decision.verdict} />
      </h2>
      <Reasons decision={decision} />
      {all.length > 0 && <Issues issues={all} />}
      <TraceTable decision={decision} />
      {advice && (
        <p className="small">
          <Visible text={advice} />
        </p>
      )}
    </section>
  )
}

function Issues({ issues }: { readonly issues: readonly Issue[] }) {
  return (
    <ul className="issues">
      {issues.map((issue, index) => (
        <li key={`${index} ${issue.text}`}>
          <span className={issue.severity === 'high' ? 'chip deny' : 'chip ask'}>{issue.severity}</span>{' '}
          <Visible text={issue.text} />
        </li>
      ))}
    </ul>
  )
}
