import { Fragment, useState } from 'react'
import type { Decision, TraceEntry } from '../../src/model/decision.ts'
import { traceWords } from '../../src/model/trace-words.ts'
import { Sign } from './sign.tsx'
import { usePrinted } from './use-printed.ts'
import { Value } from './value.tsx'
import { type Difference, differences, valueText } from './value-text.ts'
import { pieces } from './visible.tsx'

/** Why a gate was held or passed: what each axis saw, what it allows, and what would have let it pass. */
export function TraceTable({ decision }: { readonly decision: Decision }) {
  const { trace, would_allow_if, verdict } = decision
  const held = trace.filter(({ outcome }) => outcome !== 'pass')
  const passed = trace.filter(({ outcome }) => outcome === 'pass')
  return (
    <div className="trace">
      {held.length > 0 && <Axes entries={held} caption="Axes that held it" />}
      {passed.length > 0 && <Passed entries={passed} isOpen={held.length === 0} />}
      {verdict !== 'allow' && <WouldAllow changes={would_allow_if} />}
    </div>
  )
}

/** What let it pass is drawn when somebody looks: it is most of a trace, and seldom asked for. */
function Passed({ entries, isOpen }: { readonly entries: readonly TraceEntry[]; readonly isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen)
  const isPrinted = usePrinted()
  return (
    <details open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{`${entries.length} ${entries.length === 1 ? 'axis' : 'axes'} let it pass`}</summary>
      {(isShown || isPrinted) && <Axes entries={entries} caption="Axes that let it pass" />}
    </details>
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

function Axis({ entry }: { readonly entry: TraceEntry }) {
  const { axis, outcome, because } = entry
  const { observed, limit } = traceWords(entry, valueText)
  return (
    <tbody className={outcome}>
      <tr>
        <th scope="row">{inWords(axis)}</th>
        <td className="mono">
          <Value of={entry.observed === null ? null : observed} />
        </td>
        <td className="mono">
          <Value of={entry.limit === null ? null : limit} />
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

/** Read aloud it is one sentence; nothing is struck out, because that would say the opposite to whoever only hears it. */
function WouldAllow({ changes }: { readonly changes: Decision['would_allow_if'] }) {
  if (changes === null || changes.length === 0) {
    return <p className="small dim">No change of the policy would let it pass: it always needs a person.</p>
  }
  const all = changes.flatMap(({ axis, from, to }) => differences(from, to).map((difference) => ({ axis, difference })))
  return (
    <p className="would">
      It would pass if{' '}
      {all.map(({ axis, difference }, index) => (
        <Fragment key={`${axis} ${difference.what} ${difference.value}`}>
          {index > 0 && (index === all.length - 1 ? ' and ' : ', ')}
          <Change axis={inWords(axis)} {...difference} />
        </Fragment>
      ))}
      .
    </p>
  )
}

function Change({ axis, what, verb, value, now }: Difference & { readonly axis: string }) {
  return (
    <>
      {`${what === '' ? axis : `${axis}: ${what}`} ${verb} `}
      {value !== '' && <bdi className="mono would-be">{pieces(value)}</bdi>}
      {now !== '' && (
        <span className="dim">
          {' ('}
          {pieces(now)})
        </span>
      )}
    </>
  )
}

/** The name of an axis as people say it. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ')
}
