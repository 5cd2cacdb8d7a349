import { X } from 'lucide-react'
import { useRef } from 'react'
import { namedIn } from '../../parts/hidden-characters.ts'
import { Visible } from '../../parts/visible.tsx'
import { AddName } from './add-name.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field-props.ts'
import { SeveralField } from './several-field.tsx'

interface Props extends FieldProps {
  readonly known: readonly string[]
  /** Words that stand for a whole set, such as all of them. */
  readonly words: readonly string[]
}

/** A set of names: those that are known to be ticked, others to be added, and a word for all or none where there is one. */
export function NamesField({ value, known, words, labelledBy, describedBy, onChange }: Props) {
  const names = Array.isArray(value) ? value.map(String) : []
  const word = typeof value === 'string' ? value : undefined
  return (
    <div className="names">
      {words.length > 0 && (
        <ChoiceField
          value={word}
          choices={words}
          none="only these:"
          {...{ labelledBy, describedBy }}
          onChange={(chosen) => onChange(chosen ?? (word === 'all' ? known : []))}
        />
      )}
      {word === undefined && <Listed names={names} known={known} onChange={onChange} />}
    </div>
  )
}

interface ListedProps {
  readonly names: readonly string[]
  readonly known: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

function Listed({ names, known, onChange }: ListedProps) {
  const adding = useRef<HTMLInputElement>(null)
  const others = names.filter((name) => !known.includes(name))
  const remove = (gone: string) => {
    onChange(names.filter((name) => name !== gone))
    adding.current?.focus()
  }
  return (
    <>
      {known.length > 0 && (
        <SeveralField
          {...{ value: names, choices: known, kept: 'list' }}
          onChange={(ticked) => onChange([...(ticked as readonly string[]), ...others])}
        />
      )}
      {others.length > 0 && (
        <ul className="chips">
          {others.map((name) => (
            <li key={name} className="chip">
              <Visible text={name} />
              <button type="button" aria-label={`Remove ${namedIn(name)}`} onClick={() => remove(name)}>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <AddName
        input={adding}
        label={known.length > 0 ? 'Another name' : 'A name'}
        taken={names}
        onAdd={(name) => onChange([...names, name])}
      />
    </>
  )
}
