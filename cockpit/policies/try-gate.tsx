import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { GivenTo } from '../../src/api/operations.ts'
import type { Decision } from '../../src/model/decision.ts'
import { AppError } from '../../src/model/errors.ts'
import { readArgs } from '../checkpoint/review-of.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { sendOnModEnter } from '../keys/send-keys.ts'
import { Sign } from '../parts/sign.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'
import type { PolicyValue } from './policy-text.ts'
import { TYPICAL } from './routes.ts'

type Gate = GivenTo<'decide'>['gate']

const EXAMPLES = Object.entries(TYPICAL).flatMap(([name, stations]) =>
  stations.map(({ at, gate }, index) => ({ name: `${name}: ${at}`, key: `${name} ${index}`, gate })),
)

/** Asks the policy, with all that was changed in it, about a gate that somebody makes up. Nothing is recorded, nothing is held. */
export function TryGate({ policy }: { readonly policy: PolicyValue }) {
  const [text, setText] = useState(() => shown({ kind: 'tool', tool: 'send_invoice', args: { to: 'ada' } }))
  const asking = useMutation({ mutationFn: (given: GivenTo<'decide'>) => api.call('decide', given) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const gate = readArgs(text)
    if (typeof gate !== 'string') {
      asking.mutate({ gate: gate as Gate, policy: policy as GivenTo<'decide'>['policy'] })
    }
  }
  return (
    <div className="try">
      <form onSubmit={submit} onKeyDown={sendOnModEnter}>
        <Examples onChoose={(example) => setText(shown(example))} />
        <JsonBox label="Gate, as JSON" text={text} onChange={setText} />
        <button type="submit" className="button primary">
          What would happen?
        </button>
      </form>
      <Answer data={asking.data} error={asking.error} />
    </div>
  )
}

function JsonBox({
  label,
  text,
  onChange,
}: {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  const read = readArgs(text)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input code"
        spellCheck={false}
        value={text}
        aria-invalid={typeof read === 'string'}
        aria-describedby={`${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-said`} className="said wrong">
        {typeof read === 'string' ? read : ''}
      </p>
    </div>
  )
}

function Examples({ onChoose }: { readonly onChoose: (gate: Gate) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Begin with</label>
      <select
        id={id}
        className="input"
        value=""
        onChange={(event) => {
          const found = EXAMPLES.find(({ key }) => key === event.target.value)
          if (found) onChoose(found.gate)
        }}
      >
        <option value="">an example…</option>
        {EXAMPLES.map(({ name, key }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function Answer({ data, error }: { readonly data: Decision | undefined; readonly error: Error | null }) {
  if (error !== null) {
    const problems = error instanceof AppError ? error.problems : []
    return (
      <div role="alert" className="said wrong">
        {problems.length === 0 && errorText(error)}
        {problems.map(({ message, path }) => (
          <p key={`${path} ${message}`}>
            <Visible text={`${path} ${message}`} />
          </p>
        ))}
      </div>
    )
  }
  if (data === undefined) return <p className="dim small">The answer comes from the same code that holds agents.</p>
  return (
    <div role="status">
      <p>
        <Sign of={data.verdict} /> <Visible text={data.reason} />
      </p>
      <TraceTable decision={data} />
    </div>
  )
}

function shown(gate: unknown): string {
  return JSON.stringify(gate, null, 2)
}
