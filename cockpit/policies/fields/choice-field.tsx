import { inWords } from '../../parts/trace-table.tsx'
import type { FieldProps } from './field-props.ts'

interface Props extends FieldProps {
  readonly choices: readonly string[]
  /** What it means that nothing is chosen; where it is left out, something always is. */
  readonly none?: string | undefined
}

/** One of a few. */
export function ChoiceField({ value, choices, none, labelledBy, describedBy, onChange }: Props) {
  return (
    <select
      className="input"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {inWords(choice)}
        </option>
      ))}
    </select>
  )
}
