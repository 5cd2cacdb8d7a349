import { useQuery } from '@tanstack/react-query'
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

interface Props {
  readonly policy: PolicyValue
  /** What is written says something else at the moment, which nobody can be asked about. */
  readonly isBehind: boolean
}

/** Asks the policy, with all that was changed in it, about a gate that somebody makes up. Nothing is recorded, nothing is held. */
export function TryGate({ policy, isBehind }: Props) {
  const [text, setText] = useState(() => shown({ kind: 'tool', tool: 'send_invoice', args: { to: 'ada' } }))
  const [asked, setAsked] = useState<Gate>()
  const gate = readArgs(text)
  // By the policy too: an answer of the policy before must not be taken for one of this.
  const answer = useQuery({
    queryKey: ['try a gate', asked, policy],
    queryFn: () => api.call('decide', { gate: asked as Gate, policy: policy as GivenTo<'decide'>['policy'] }),
    enabled: asked !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typeof gate === 'string') return
    setAsked(gate as Gate)
    if (answer.error !== null) void answer.refetch()
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
      <div>
        {asked !== undefined && <AnswerTo isOther={shown(gate) !== shown(asked)} isBehind={isBehind} />}
        <Answer data={answer.data} error={answer.error} isAsking={answer.isFetching} />
      </div>
    </div>
  )
}

/** What the answer below is an answer to, where that is no longer what stands on the page. */
function AnswerTo({ isOther, isBehind }: { readonly isOther: boolean; readonly isBehind: boolean }) {
  return (
    <>
      {isOther && <p className="notice ask">The gate is changed. This is the answer to the one before.</p>}
      {isBehind && <p className="notice ask">The policy has mistakes. This is the answer of the last one without.</p>}
    </>
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

function Answer({
  data,
  error,
  isAsking,
}: {
  readonly data: Decision | undefined
  readonly error: Error | null
  readonly isAsking: boolean
}) {
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
  if (isAsking) return <p className="dim small">Asking…</p>
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
