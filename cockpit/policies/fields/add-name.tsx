import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { ActButton } from '../../parts/act-button.tsx'

interface Props {
  readonly input?: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Names that are there already. */
  readonly taken: readonly string[]
  readonly onAdd: (name: string) => void
}

/** A box for one more name: Enter or the button adds it. */
export function AddName({ input, label, taken, onAdd }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const why = name === '' ? 'Write a name first.' : taken.includes(name) ? 'It is there already.' : null
  const add = () => {
    if (why !== null) return
    onAdd(name)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="add-name">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ActButton why={why} onClick={add}>
        Add
      </ActButton>
    </div>
  )
}
