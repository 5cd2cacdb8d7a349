import type { Decision, TraceEntry } from '../../src/model/decision.ts'
import { Sign } from './sign.tsx'
import { Value } from './value.tsx'
import { type Difference, differences } from './value-text.ts'

/** Why a gate was held or passed: what each axis saw, what it allows, and what would have let it pass. */
export function TraceTable({ decision }: { readonly decision: Decision }) {
  const { trace, would_allow_if, verdict } = decision
  const held = trace.filter(({ outcome }) => outcome !== 'pass')
  const passed = trace.filter(({ outcome }) => outcome === 'pass')
  return (
    <div className="trace">
      {held.length > 0 && <Axes entries={held} caption="Axes that held it" />}
      {passed.length > 0 && (
        <details open={held.length === 0}>
          <summary>
            {passed.length} {passed.length === 1 ? 'axis' : 'axes'} let it pass
          </summary>
          <Axes entries={passed} caption="Axes that let it pass" />
        </details>
      )}
      {verdict !== 'allow' && <WouldAllow changes={would_allow_if} />}
    </div>
  )
}

function Axes({ entries, caption }: { readonly entries: readonly TraceEntry[]; readonly caption: string }) {
  return (
    <div className="table-frame">
      <table className="axes">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Axis</th>
            <th scope="col">Observed</th>
            <th scope="col">Limit</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        {entries.map((entry) => (
          <Axis key={entry.axis} entry={entry} />
        ))}
      </table>
    </div>
  )
}

function Axis({ entry: { axis, observed, limit, outcome, because } }: { readonly entry: TraceEntry }) {
  return (
    <tbody className={outcome}>
      <tr>
        <th scope="row">{inWords(axis)}</th>
        <td className="mono">
          <Value of={observed} />
        </td>
        <td className="mono">
          <Value of={limit} />
        </td>
        <td>
          <Sign of={outcome} />
        </td>
      </tr>
      <tr className="because">
        <td colSpan={4}>
          <Value of={because} />
        </td>
      </tr>
    </tbody>
  )
}

function WouldAllow({ changes }: { readonly changes: Decision['would_allow_if'] }) {
  if (changes === null || changes.length === 0) {
    return <p className="small dim">No change of the policy would have let it pass: it always needs a person.</p>
  }
  return (
    <div className="would">
      <h3>It would have passed with</h3>
      <ul>
        {changes.map(({ axis, from, to }) => (
          <li key={axis}>
            <span>{inWords(axis)}</span>{' '}
            {differences(from, to).map((difference) => (
              <Change key={`${difference.what} ${difference.from ?? ''} ${difference.to ?? ''}`} {...difference} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Change({ what, from, to }: Difference) {
  return (
    <span className="change">
      {what}{' '}
      {from !== null && (
        <del className="mono">
          <Value of={from} />
        </del>
      )}{' '}
      {to !== null && (
        <ins className="mono">
          <Value of={to} />
        </ins>
      )}
    </span>
  )
}

/** The name of an axis as people say it. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ')
}
