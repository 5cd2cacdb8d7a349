import { useId } from 'react'
import { sendOnModEnter } from '../keys/send-keys.ts'
import { Visible } from '../parts/visible.tsx'
import { lineDiff } from './line-diff.ts'
import { readArgs } from './review-of.ts'

/** The id of the form in which an answer is given. */
export const ANSWER_FORM = 'answer'

const SIGNS = { kept: ' ', removed: '−', added: '+' } as const
const SPOKEN = { kept: '', removed: 'removed: ', added: 'added: ' } as const

/** Changes the arguments, and shows what would be sent beside what the agent asked. */
export function EditArgs({
  before,
  text,
  onChange,
}: {
  readonly before: Readonly<Record<string, unknown>>
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  const args = readArgs(text)
  const wrong = typeof args === 'string' ? args : null
  return (
    <div className="edit">
      <div className="field">
        <label htmlFor={id}>Arguments, as JSON</label>
        <textarea
          id={id}
          // It stands beside what it changes, and belongs to the answer.
          form={ANSWER_FORM}
          onKeyDown={sendOnModEnter}
          className="input code"
          spellCheck={false}
          value={text}
          aria-invalid={wrong !== null}
          aria-describedby={`${id}-said`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-said`} className={wrong === null ? 'said' : 'said wrong'}>
          {wrong ?? 'The policy judges the edit again, and votes for the old content no longer count.'}
        </p>
      </div>
      {typeof args !== 'string' && <Diff before={inLines(before)} after={inLines(args)} />}
    </div>
  )
}

/** What changes, line by line; the sign says it too. */
function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) return <p className="small dim">Nothing is changed yet.</p>
  return (
    <figure className="diff">
      <figcaption className="legend">What changes</figcaption>
      <pre>
        {lineDiff(before, after).map(({ did, text }, index) => (
          <span key={`${index} ${did}`} className={`diff-line ${did}`}>
            <span aria-hidden className="diff-sign">
              {SIGNS[did]}
            </span>
            <span className="unseen">{SPOKEN[did]}</span>
            <Visible text={text} />
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}

/** The way in which arguments are edited and compared. */
export function inLines(args: unknown): string {
  return JSON.stringify(args, null, 2)
}
