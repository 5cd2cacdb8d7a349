import { useEffect, useRef } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { Name } from '../parts/asked-sentence.tsx'
import { approvalsOf, commitOf } from './outcome-of.ts'

/** Stands where the answers were: whoever has just answered looks there, and the head of the page may be out of sight. */
export function EndedBar({
  view,
  isNew,
}: {
  readonly view: PullView /** It was open before. */
  readonly isNew: boolean
}) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Where the keyboard was may be gone with the answers, and whoever is elsewhere stays there.
    if (isNew && document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <div className="review-bar" role="group" aria-label="What became of it" tabIndex={-1} data-after-dialog ref={bar}>
      <p className="small">{view.pull.status === 'merged' ? <Merged view={view} /> : CLOSED}</p>
    </div>
  )
}

const CLOSED = (
  <>
    <strong>Closed</strong>. Nothing of it is merged.
  </>
)

function Merged({ view }: { readonly view: PullView }) {
  const commit = commitOf(view.pull)
  const approvals = approvalsOf(view)
  return (
    <>
      <strong>Merged</strong>
      {commit !== null && (
        <>
          {' '}
          as <code>{commit}</code>
        </>
      )}
      {' · '}
      {approvals.length === 0 ? 'the policy let it pass' : 'approved by '}
      {approvals.map(({ by }, at) => (
        <span key={by}>
          {at > 0 && ', '}
          <Name text={by} />
        </span>
      ))}
    </>
  )
}
