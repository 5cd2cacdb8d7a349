import { useId } from 'react'
import { ArgPatterns } from './arg-patterns.tsx'
import { ChoiceField } from './choice-field.tsx'
import { membersOf, without } from './field-props.ts'
import { LabelledPart } from './labelled-part.tsx'
import { PatternField } from './pattern-field.tsx'

interface Props {
  /** Counted from 1. */
  readonly number: number
  readonly rule: unknown
  /** What each part of a rule is about. */
  readonly told: Readonly<Record<string, string>>
  readonly verdicts: readonly string[]
  readonly onChange: (rule: unknown) => void
  readonly onRemove: () => void
}

/** One rule: which calls it speaks of, what it says of them, and why. */
export function RuleRow({ number, rule, told, verdicts, onChange, onRemove }: Props) {
  const id = useId()
  const said = membersOf(rule)
  const match = membersOf(said['match'])
  const set = (key: string, value: unknown) =>
    onChange(value === undefined ? without(said, key) : { ...said, [key]: value })
  const setMatch = (key: string, value: unknown) =>
    set('match', value === undefined ? without(match, key) : { ...match, [key]: value })
  const missing = match['tool'] === '' ? 'It names no tool yet, so that it speaks of none.' : ''
  return (
    <div className="rule" role="group" aria-labelledby={id}>
      <div className="each-head">
        <span id={id}>Rule {number}</span>
        <button type="button" className="button quiet" aria-describedby={id} onClick={onRemove}>
          Remove
        </button>
      </div>
      <LabelledPart name="Calls of" of={id} about={told['tool']} wrong={missing}>
        {(ids) => <PatternField {...ids} value={match['tool']} onChange={(tool) => setMatch('tool', tool ?? '')} />}
      </LabelledPart>
      <LabelledPart name="Then" of={id} about={told['then']}>
        {(ids) => (
          <ChoiceField {...ids} value={said['then']} choices={verdicts} onChange={(verdict) => set('then', verdict)} />
        )}
      </LabelledPart>
      <ArgPatterns of={id} value={match['args']} about={told['args']} onChange={(args) => setMatch('args', args)} />
      <LabelledPart name="Because" of={id} about={told['because']}>
        {({ labelledBy, describedBy }) => (
          <input
            className="input"
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            value={typeof said['because'] === 'string' ? said['because'] : ''}
            onChange={({ target }) => set('because', target.value === '' ? undefined : target.value)}
          />
        )}
      </LabelledPart>
    </div>
  )
}
