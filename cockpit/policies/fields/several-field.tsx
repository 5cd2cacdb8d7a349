import { inWords } from '../../parts/trace-table.tsx'
import { membersOf } from './field-props.ts'

interface Props {
  readonly value: unknown
  readonly kept: 'list' | 'switches'
  readonly choices: readonly string[]
  readonly onChange: (value: unknown) => void
}

/** Some of a few; their order means nothing. */
export function SeveralField({ value, kept, choices, onChange }: Props) {
  const chosen = choices.filter((choice) => isChosen(value, choice))
  const choose = (choice: string, isOn: boolean) => {
    const now = choices.filter((one) => (one === choice ? isOn : chosen.includes(one)))
    onChange(kept === 'list' ? now : Object.fromEntries(choices.map((one) => [one, now.includes(one)])))
  }
  return (
    <span className="several">
      {choices.map((choice) => (
        <label key={choice} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={(event) => choose(choice, event.target.checked)}
          />
          <span>{inWords(choice)}</span>
        </label>
      ))}
    </span>
  )
}

function isChosen(value: unknown, choice: string): boolean {
  return Array.isArray(value) ? value.includes(choice) : membersOf(value)[choice] === true
}
