import { type KeyboardEvent, useId } from 'react'

/** Looks for a text in the changes: how many lines hold it, and which of them one is at. */
export function FindBar({
  text,
  at,
  count,
  onText,
  onStep,
}: {
  readonly text: string
  /** Counted from 0; -1 before the first step. */
  readonly at: number
  readonly count: number
  readonly onText: (text: string) => void
  readonly onStep: (by: 1 | -1) => void
}) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter') return
    event.preventDefault()
    onStep(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="find-bar">
      <label htmlFor={id} className="unseen">
        Find in changes
      </label>
      <input
        id={id}
        className="input find-changes"
        placeholder="Find in changes"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="small dim nowrap" role="status">
        {text === '' ? '' : count === 0 ? 'nothing' : `${Math.max(0, at) + 1} of ${count}`}
      </span>
    </search>
  )
}
