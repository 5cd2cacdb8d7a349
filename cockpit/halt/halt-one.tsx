import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../data/api.ts'
import { useMe } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { RadioBar } from '../parts/radio-bar.tsx'
import { ALL, type Scope, scopeText } from './halt-scope.ts'
import { whyNoSwitch } from './why-no-switch.ts'

const KINDS = [
  { value: 'agent', name: 'One agent' },
  { value: 'tenant', name: 'One tenant' },
] as const
type Kind = (typeof KINDS)[number]['value']

interface Props {
  /** What is halted already, as an address names it. */
  readonly halted: ReadonlySet<string>
  readonly onHalt: (scope: Scope) => void
}

/** Chooses what to halt: everything, or an agent or a tenant by its name. */
export function HaltOne({ halted, onHalt }: Props) {
  const me = useMe()
  const [of, setOf] = useState<Kind>('agent')
  const [name, setName] = useState('')
  const scope = { of, name: name.trim() }
  const missing = scope.name === '' ? `Name the ${of} first.` : null
  const twice = halted.has(scopeText(scope)) ? 'It is halted already.' : null
  return (
    <>
      {!halted.has(scopeText(ALL)) && (
        <p>
          <ActButton tone="danger" why={whyNoSwitch(me, ALL, true)} onClick={() => onHalt(ALL)}>
            Halt everything…
          </ActButton>
        </p>
      )}
      <div className="halt-one">
        <RadioBar label="What to halt" choices={KINDS} chosen={of} onChoose={setOf} />
        <NameOf of={of} name={name} onChange={setName} />
        <ActButton tone="danger" why={missing ?? twice ?? whyNoSwitch(me, scope, true)} onClick={() => onHalt(scope)}>
          {`Halt this ${of}…`}
        </ActButton>
      </div>
    </>
  )
}

interface NameProps {
  readonly of: 'agent' | 'tenant'
  readonly name: string
  readonly onChange: (name: string) => void
}

/** A name, with those offered that have had work here lately; any other can be halted before it comes. */
function NameOf({ of, name, onChange }: NameProps) {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['jobs', 'palette'],
    queryFn: () => api.call('list_jobs', { include_mid_process: true, newest_first: true, limit: 100 }),
  })
  const known = [...new Set(data?.rows.map((job): string => job[of]))].sort()
  return (
    <div className="field">
      <label htmlFor={id}>{of === 'agent' ? 'Agent' : 'Tenant'}</label>
      <input
        id={id}
        className="input"
        list={`${id}-known`}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-known`}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
}
