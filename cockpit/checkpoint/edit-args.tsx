import { useId } from 'react'
import { sendOnModEnter } from '../keys/send-keys.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import { readArgs } from './review-of.ts'

/** The id of the form in which an answer is given. */
export const ANSWER_FORM = 'answer'

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
      {typeof args !== 'string' && <Changes before={inLines(before)} after={inLines(args)} />}
    </div>
  )
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) return <p className="small dim">Nothing is changed yet.</p>
  return <DiffLines title="What changes" before={before} after={after} />
}

/** The way in which arguments are edited and compared. */
export function inLines(args: unknown): string {
  return JSON.stringify(args, null, 2)
}
