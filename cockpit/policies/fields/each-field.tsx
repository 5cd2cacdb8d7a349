import { useId, useRef } from 'react'
import { Visible } from '../../parts/visible.tsx'
import type { Part } from '../axis-fields.ts'
import { AddName } from './add-name.tsx'
import { membersOf, without } from './field-props.ts'
import { PartsField } from './parts-field.tsx'

interface Props {
  readonly parts: readonly Part[]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The same few settings for each of some phases, of which more can be named. */
export function EachField({ parts, value, onChange }: Props) {
  const id = useId()
  const adding = useRef<HTMLInputElement>(null)
  const all = membersOf(value)
  const remove = (name: string) => {
    onChange(without(all, name))
    adding.current?.focus()
  }
  return (
    <div className="each">
      {Object.entries(all).map(([name, own], index) => (
        <div key={name} className="each-one" role="group" aria-labelledby={`${id}-${index}`}>
          <div className="each-head">
            <span id={`${id}-${index}`}>
              In phase{' '}
              <span className="mono">
                <Visible text={name} />
              </span>
            </span>
            <button
              type="button"
              className="button quiet"
              aria-describedby={`${id}-${index}`}
              onClick={() => remove(name)}
            >
              Remove
            </button>
          </div>
          <PartsField
            parts={parts}
            values={membersOf(own)}
            of={`${id}-${index}`}
            none="as the whole run"
            onPart={(key, part) => {
              const kept = without(membersOf(own), key)
              onChange({ ...all, [name]: part === undefined ? kept : { ...kept, [key]: part } })
            }}
          />
        </div>
      ))}
      <AddName
        input={adding}
        label="A phase of its own"
        taken={Object.keys(all)}
        onAdd={(name) => onChange({ ...all, [name]: {} })}
      />
    </div>
  )
}
