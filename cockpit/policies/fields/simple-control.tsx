import { Value } from '../../parts/value.tsx'
import type { SimpleField } from '../axis-fields.ts'
import { ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field-props.ts'
import { NamesField } from './names-field.tsx'
import { NumberField } from './number-field.tsx'
import { SeveralField } from './several-field.tsx'

interface Props extends FieldProps {
  readonly field: SimpleField
  /** Of a choice: what it means that nothing is chosen. */
  readonly none?: string | undefined
}

/** The control that fits a value without parts. */
export function SimpleControl({ field, none, ...props }: Props) {
  switch (field.by) {
    case 'choice':
      return <ChoiceField {...props} choices={field.choices} none={none} />
    case 'switch':
      return <Switch {...props} />
    case 'number':
      return <NumberField {...props} least={field.least} most={field.most} />
    case 'several':
      return <SeveralField {...props} kept={field.kept} choices={field.choices} />
    case 'names':
      return <NamesField {...props} known={field.known} words={field.words} />
    default:
      return (
        <span className="mono small">
          <Value of={props.value} /> <span className="dim">(written in YAML)</span>
        </span>
      )
  }
}

function Switch({ value, labelledBy, describedBy, onChange }: FieldProps) {
  return (
    <input
      type="checkbox"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
