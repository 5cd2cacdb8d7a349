import { inWords } from '../../parts/trace-table.tsx'
import type { Part } from '../axis-fields.ts'
import { LabelledPart } from './labelled-part.tsx'
import { SimpleControl } from './simple-control.tsx'

interface Props {
  readonly parts: readonly Part[]
  readonly values: Readonly<Record<string, unknown>>
  /** Id of the name of what all of them are parts of. */
  readonly of: string
  /** What it means that a part is not chosen; where it is left out, it always is. */
  readonly none?: string | undefined
  /** Undefined when nothing is said of a part. */
  readonly onPart: (key: string, value: unknown) => void
}

/** The parts of a value, each with its name and what it is about. */
export function PartsField({ parts, values, of, none, onPart }: Props) {
  return (
    <div className="parts">
      {parts.map(({ key, about, field }) => (
        <LabelledPart key={key} name={inWords(key)} of={of} about={about} isGroup={field.by === 'names'}>
          {(ids) => (
            <SimpleControl {...{ ...ids, field, none }} value={values[key]} onChange={(value) => onPart(key, value)} />
          )}
        </LabelledPart>
      ))}
    </div>
  )
}
