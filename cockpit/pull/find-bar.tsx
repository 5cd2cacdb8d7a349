import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import type { Finding } from './use-find.ts'

/** Looks for something in the changes: how many lines hold it, and which of them one is at. */
export function FindBar({ text, isExact, isRegex, wrong, at, count, onWanted, onStep, onLeave }: Finding) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.currentTarget.blur()
      onLeave()
    }
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
        onChange={(event) => onWanted({ text: event.target.value })}
        aria-invalid={wrong !== undefined}
        onKeyDown={onKeyDown}
      />
      <Way name="Aa" title="Match case" isOn={isExact} onTurn={(on) => onWanted({ isExact: on })} />
      <Way name=".*" title="Regular expression" isOn={isRegex} onTurn={(on) => onWanted({ isRegex: on })} />
      <span className="small dim" role="status">
        {wrong ?? (text === '' ? '' : count === 0 ? 'nothing' : `${Math.max(0, at) + 1} of ${count}`)}
      </span>
      {count > 1 && (
        <>
          <Step to={ChevronUp} name="Found before" onStep={() => onStep(-1)} />
          <Step to={ChevronDown} name="Found next" onStep={() => onStep(1)} />
        </>
      )}
    </search>
  )
}

function Step({
  to: Icon,
  name,
  onStep,
}: {
  readonly to: typeof ChevronUp
  readonly name: string
  readonly onStep: () => void
}) {
  return (
    <button type="button" className="button quiet icon" title={name} aria-label={name} onClick={onStep}>
      <Icon aria-hidden size={16} />
    </button>
  )
}

function Way({
  name,
  title,
  isOn,
  onTurn,
}: {
  readonly name: string
  readonly title: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}) {
  return (
    <button
      type="button"
      className="button quiet find-way"
      title={title}
      aria-label={title}
      aria-pressed={isOn}
      onClick={() => onTurn(!isOn)}
    >
      {name}
    </button>
  )
}
