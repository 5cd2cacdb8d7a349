import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Visible } from '../parts/visible.tsx'
import { Keys } from './keys-sheet.tsx'

/** Something that the palette finds and does. */
export interface Command {
  readonly label: string
  readonly hint?: string
  readonly keys?: string
  readonly run: () => void
}

const MOST = 40

/** Finds places, jobs, checkpoints and actions by what somebody types. */
export function Palette({
  commands,
  onClose,
}: {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const found = commands.filter((command) => fits(command, text)).slice(0, MOST)
  const chosen = Math.min(at, found.length - 1)
  const choose = (command: Command | undefined) => {
    dialog.current?.close()
    command?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((chosen + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') choose(found[chosen])
  }
  return (
    <dialog ref={dialog} className="palette" aria-label="Find or jump to" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        aria-label="Find or jump to"
        placeholder="Find a checkpoint, a job, a place…"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Found commands={found} chosen={chosen} id={list} onChoose={choose} />
    </dialog>
  )
}

function Found({
  commands,
  chosen,
  id,
  onChoose,
}: {
  readonly commands: readonly Command[]
  readonly chosen: number
  readonly id: string
  readonly onChoose: (command: Command) => void
}) {
  return (
    <>
      <ul role="listbox" id={id} aria-label="Found" hidden={commands.length === 0}>
        {commands.map((command, index) => (
          <li
            key={`${command.label} ${command.hint ?? ''}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={index === chosen ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => onChoose(command)}
          >
            <span className="found">
              <Visible text={command.label} />{' '}
              <span className="dim small">
                <Visible text={command.hint ?? ''} />
              </span>
            </span>
            {command.keys !== undefined && (
              <span className="nowrap">
                <Keys of={command.keys} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className="none">Nothing of that name.</p>}
    </>
  )
}

/** Every word has to be there, in any order. */
function fits({ label, hint = '' }: Command, text: string): boolean {
  const inside = `${label} ${hint}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inside.includes(word))
}
