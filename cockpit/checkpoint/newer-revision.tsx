/** Says that the content has changed since it was shown; nothing moves until somebody wants it. */
export function NewerRevision({
  from,
  to,
  onShow,
}: {
  readonly from: number
  readonly to: number
  readonly onShow: () => void
}) {
  return (
    <div className="notice ask" role="status">
      <span>
        Revision {to} arrived while you were looking at {from}. What you have typed is kept.
      </span>
      <button type="button" className="button" onClick={onShow}>
        Show revision {to}
      </button>
    </div>
  )
}
