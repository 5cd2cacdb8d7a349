import { useId, useRef } from 'react'
import { Visible } from '../../parts/visible.tsx'
import { AddName } from './add-name.tsx'
import { membersOf, without } from './field-props.ts'
import { LabelledPart } from './labelled-part.tsx'
import { PatternField } from './pattern-field.tsx'

interface Props {
  /** Id of the name of the rule. */
  readonly of: string
  readonly value: unknown
  readonly about: string | undefined
  /** Undefined when no argument has to match. */
  readonly onChange: (args: unknown) => void
}

/** The arguments that have to match as well, each by its path. */
export function ArgPatterns({ of, value, about, onChange }: Props) {
  const id = useId()
  const adding = useRef<HTMLInputElement>(null)
  const args = membersOf(value)
  const remove = (path: string) => {
    const left = without(args, path)
    onChange(Object.keys(left).length === 0 ? undefined : left)
    adding.current?.focus()
  }
  return (
    <LabelledPart name="Where" of={of} about={about} isGroup>
      {({ describedBy }) => (
        <div className="arg-patterns">
          {Object.entries(args).map(([path, pattern], index) => (
            <div key={path} className="arg-pattern">
              <span id={`${id}-${index}`} className="mono">
                <Visible text={path} />
              </span>
              <PatternField
                value={pattern}
                labelledBy={`${of} ${id}-${index}`}
                describedBy={describedBy}
                onChange={(changed) => onChange({ ...args, [path]: changed ?? '' })}
              />
              <button
                type="button"
                className="button quiet"
                aria-describedby={`${id}-${index}`}
                onClick={() => remove(path)}
              >
                Remove
              </button>
            </div>
          ))}
          <AddName
            input={adding}
            label="An argument"
            taken={Object.keys(args)}
            onAdd={(path) => onChange({ ...args, [path]: '*' })}
          />
        </div>
      )}
    </LabelledPart>
  )
}
