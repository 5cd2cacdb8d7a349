import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { RuleRow } from './rule-row.tsx'

interface Props {
  readonly value: unknown
  /** What each part of a rule is about. */
  readonly told: Readonly<Record<string, string>>
  readonly verdicts: readonly string[]
  readonly onChange: (value: unknown) => void
}

/** Rules, one below the other; their order means nothing, because the most severe one that matches wins. */
export function RulesField({ value, told, verdicts, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const rules: readonly unknown[] = Array.isArray(value) ? value : []
  const add = () => {
    // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
    flushSync(() => onChange([...rules, { match: { tool: '' }, then: 'ask' }]))
    list.current?.lastElementChild?.querySelector<HTMLInputElement>('input')?.focus()
  }
  const remove = (at: number) => {
    flushSync(() => onChange(rules.toSpliced(at, 1)))
    const near = list.current?.children[Math.min(at, rules.length - 2)]
    const next = near?.querySelector<HTMLElement>('input') ?? list.current?.nextElementSibling
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div className="rules">
      <div ref={list} className="rule-list">
        {rules.map((rule, at) => (
          <RuleRow
            key={at}
            number={at + 1}
            rule={rule}
            told={told}
            verdicts={verdicts}
            onChange={(changed) => onChange(rules.with(at, changed))}
            onRemove={() => remove(at)}
          />
        ))}
      </div>
      <button type="button" className="button" onClick={add}>
        <Plus size={14} aria-hidden /> Add a rule
      </button>
    </div>
  )
}
