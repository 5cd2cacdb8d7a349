import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few, side by side. Tab comes to the chosen one, arrows go on from there. */
export function RadioBar<Choice extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly { readonly value: Choice; readonly name: string }[]
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    const at = choices.findIndex(({ value }) => value === chosen)
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = (at + step + choices.length) % choices.length
    const choice = choices[next]
    if (choice !== undefined) onChoose(choice.value)
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div className="segments" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
