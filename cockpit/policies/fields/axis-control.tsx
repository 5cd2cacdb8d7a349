import type { AxisField } from '../axis-fields.ts'
import { EachField } from './each-field.tsx'
import { membersOf, without } from './field-props.ts'
import { PartsField } from './parts-field.tsx'
import { RulesField } from './rules-field.tsx'
import { SimpleControl } from './simple-control.tsx'

interface Props {
  readonly field: AxisField
  /** What the document says itself; undefined where its preset speaks. */
  readonly said: unknown
  /** What a job would get. */
  readonly whole: unknown
  readonly labelledBy: string
  /** Undefined when nothing is said, and the preset holds. */
  readonly onChange: (value: unknown) => void
}

/** The control that fits an axis. */
export function AxisControl({ field, said, whole, labelledBy, onChange }: Props) {
  const value = said ?? whole
  switch (field.by) {
    case 'parts':
      return <OwnParts {...{ field, said, whole, labelledBy, onChange }} />
    case 'each':
      return <EachField parts={field.parts} value={value} onChange={onChange} />
    case 'rules':
      return <RulesField told={field.told} verdicts={field.verdicts} value={value} onChange={onChange} />
    default:
      return <SimpleControl field={field} value={value} labelledBy={labelledBy} onChange={onChange} />
  }
}

/** Parts of which the document says some; the others come from the preset, unless the value stands alone. */
function OwnParts({
  field: { parts, isAlone },
  said,
  whole,
  labelledBy,
  onChange,
}: Props & { readonly field: Extract<AxisField, { by: 'parts' }> }) {
  const values = isAlone ? membersOf(said ?? whole) : { ...membersOf(whole), ...membersOf(said) }
  const own = isAlone ? values : membersOf(said)
  const set = (key: string, value: unknown) => {
    const next = value === undefined ? without(own, key) : { ...own, [key]: value }
    onChange(Object.keys(next).length === 0 && !isAlone ? undefined : next)
  }
  return <PartsField parts={parts} values={values} of={labelledBy} onPart={set} />
}
