import { useId } from 'react'
import { inWords } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'
import { AXIS_FIELDS, type AxisField } from './axis-fields.ts'
import { AxisControl } from './fields/axis-control.tsx'
import type { PolicyValue, TextProblem } from './policy-text.ts'

const MOST_MARKED = 12

interface FormProps {
  /** What the document says itself. */
  readonly said: PolicyValue
  /** What a job would get, axis by axis. */
  readonly whole: PolicyValue
  /** The axes that the preset sets. */
  readonly own: readonly string[]
  readonly problems: readonly TextProblem[]
  readonly onChange: (axis: string, value: unknown) => void
}

/** The axes of a policy, each with the control that fits it. What the document does not say comes from its preset. */
export function PolicyForm({ said, whole, own, problems, onChange }: FormProps) {
  // Of the preset that says everything, nothing has to be marked.
  const marked = new Set(own.length > MOST_MARKED ? [] : own)
  return (
    <div className="policy-form">
      {AXIS_FIELDS.map((field) => (
        <Axis
          key={field.axis}
          field={field}
          said={said[field.axis]}
          whole={whole[field.axis]}
          isOwn={marked.has(field.axis)}
          problems={problems.filter(({ axis }) => axis === field.axis)}
          onChange={(value) => onChange(field.axis, value)}
        />
      ))}
    </div>
  )
}

interface AxisProps {
  readonly field: AxisField
  readonly said: unknown
  readonly whole: unknown
  readonly isOwn: boolean
  readonly problems: readonly TextProblem[]
  readonly onChange: (value: unknown) => void
}

/** Controls that need the whole width below what they are about. */
const WIDE: ReadonlySet<AxisField['by']> = new Set(['parts', 'each', 'rules', 'names'])

function Axis({ field, said, whole, isOwn, problems, onChange }: AxisProps) {
  const id = useId()
  const isSaid = said !== undefined
  const isWide = WIDE.has(field.by)
  const control = <AxisControl {...{ field, said, whole, onChange }} labelledBy={`${id}-name`} />
  return (
    <div
      className="axis-field"
      id={axisAt(field.axis)}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-about ${id}-wrong`}
      data-said={isSaid}
      data-wide={isWide}
    >
      <span id={`${id}-name`} className="axis-name">
        {inWords(field.axis)}
      </span>
      {!isWide && control}
      {isSaid ? (
        <button type="button" className="button quiet axis-reset" onClick={() => onChange(undefined)}>
          As the preset says
        </button>
      ) : (
        <span className="chip axis-reset" hidden={!isOwn}>
          set by this preset
        </span>
      )}
      <p id={`${id}-about`} className="said axis-about">
        {field.about}
      </p>
      {isWide && control}
      <div id={`${id}-wrong`} className="axis-wrong">
        {problems.map(({ line, column, message }) => (
          <p key={`${line} ${column} ${message}`} className="said wrong">
            <Visible text={message} />
          </p>
        ))}
      </div>
    </div>
  )
}

/** Where an axis stands in the page. */
export function axisAt(axis: string): string {
  return `axis-${axis}`
}
