import { type FieldProps, membersOf } from './field-props.ts'

/** A pattern: a text with stars, or a regular expression. */
export function PatternField({ value, labelledBy, describedBy, onChange }: FieldProps) {
  const { regex } = membersOf(value)
  const isRegex = regex !== undefined
  const text = String((isRegex ? regex : value) ?? '')
  return (
    <span className="pattern">
      <input
        className="input code"
        spellCheck={false}
        autoComplete="off"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => onChange(isRegex ? { regex: target.value } : target.value)}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isRegex}
          onChange={({ target }) => onChange(target.checked ? { regex: text } : text)}
        />
        <span>regular expression</span>
      </label>
    </span>
  )
}
