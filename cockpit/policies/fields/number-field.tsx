import { useState } from 'react'
import type { FieldProps } from './field-props.ts'

interface Props extends FieldProps {
  readonly least: number | undefined
  readonly most: number | undefined
}

/** A number as it is being typed: an emptied box stays empty under the cursor, and has the preset's number only once it is left. */
export function NumberField({ value, least, most, labelledBy, describedBy, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onChange(text === '' ? undefined : Number(text))
  }
  return (
    <input
      className="input"
      type="number"
      step="any"
      min={least}
      max={most}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      value={typed ?? (typeof value === 'number' ? value : '')}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
