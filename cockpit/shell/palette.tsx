import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Visible } from '../parts/visible.tsx'
import { type Command, findCommands, firstChosen } from './find-commands.ts'
import { Keys } from './keys-sheet.tsx'

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
  const [at, setAt] = useState<number>()
  useEffect(() => dialog.current?.showModal(), [])
  const found = findCommands(commands, text)
  const chosen = Math.min(at ?? firstChosen(found), found.length - 1)
  const choose = (command: Command | undefined) => {
    dialog.current?.close()
    command?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((Math.max(chosen, step < 0 ? 0 : -1) + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter' && (chosen >= 0 || found.length === 0)) choose(found[chosen])
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
          setAt(undefined)
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
      {commands.length > 0 && chosen < 0 && <p className="none">Choose with the arrows what it is to be.</p>}
    </>
  )
}
