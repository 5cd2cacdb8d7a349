import { useId } from 'react'
import { inWords } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'
import { AXIS_FIELDS, type AxisField } from './axis-fields.ts'
import { NumberField } from './number-field.tsx'
import type { PolicyValue } from './policy-text.ts'

const MOST_MARKED = 12

interface FormProps {
  /** What the document says itself. */
  readonly said: PolicyValue
  /** What a job would get, axis by axis. */
  readonly whole: PolicyValue
  /** The axes that the preset sets. */
  readonly own: readonly string[]
  readonly onChange: (axis: string, value: unknown) => void
}

/** The axes of a policy, each with the control that fits it. What the document does not say comes from its preset. */
export function PolicyForm({ said, whole, own, onChange }: FormProps) {
  // Of the preset that says everything, nothing has to be marked.
  const marked = new Set(own.length > MOST_MARKED ? [] : own)
  return (
    <div className="policy-form">
      {AXIS_FIELDS.map((field) => (
        <Axis
          key={field.axis}
          field={field}
          value={said[field.axis] ?? whole[field.axis]}
          isSaid={field.axis in said}
          isOwn={marked.has(field.axis)}
          onChange={(value) => onChange(field.axis, value)}
        />
      ))}
    </div>
  )
}

interface AxisProps {
  readonly field: AxisField
  readonly value: unknown
  readonly isSaid: boolean
  readonly isOwn: boolean
  readonly onChange: (value: unknown) => void
}

function Axis({ field, value, isSaid, isOwn, onChange }: AxisProps) {
  const id = useId()
  return (
    <div className="axis-field" role="group" aria-labelledby={`${id}-name`} data-said={isSaid}>
      <span id={`${id}-name`} className="axis-name">
        {inWords(field.axis)}
      </span>
      <Control field={field} value={value} labelledBy={`${id}-name`} onChange={onChange} />
      {isSaid ? (
        <button type="button" className="button quiet" onClick={() => onChange(undefined)}>
          As the preset says
        </button>
      ) : (
        <span className="chip" hidden={!isOwn}>
          set by this preset
        </span>
      )}
      <p className="said">{field.about}</p>
    </div>
  )
}

interface ControlProps extends Omit<AxisProps, 'isSaid' | 'isOwn'> {
  readonly labelledBy: string
}

function Control({ field, value, labelledBy, onChange }: ControlProps) {
  switch (field.by) {
    case 'choice':
      return (
        <select
          className="input"
          aria-labelledby={labelledBy}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {inWords(choice)}
            </option>
          ))}
        </select>
      )
    case 'switch':
      return (
        <input
          type="checkbox"
          aria-labelledby={labelledBy}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'number':
      return (
        <NumberField value={value} least={field.least} most={field.most} labelledBy={labelledBy} onChange={onChange} />
      )
    case 'several':
      return <Several field={field} value={value} onChange={onChange} />
    default:
      return (
        <span className="mono small">
          <Value of={value} /> <span className="dim">(written in YAML)</span>
        </span>
      )
  }
}

/** Some of a few; their order means nothing. */
function Several({
  field: { choices, kept },
  value,
  onChange,
}: {
  readonly field: Extract<AxisField, { by: 'several' }>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
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
  if (Array.isArray(value)) return value.includes(choice)
  return typeof value === 'object' && value !== null && (value as PolicyValue)[choice] === true
}
