import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'

/** What can't be undone needs proof that somebody sits at the server: a code that only its terminal shows. */
export function StepUp({
  checkpoint: { id: checkpoint, content_hash },
  code,
  onChange,
}: {
  readonly checkpoint: Pick<Checkpoint, 'id' | 'content_hash'>
  readonly code: string
  readonly onChange: (code: string) => void
}) {
  const id = useId()
  const asking = useMutation({ mutationFn: () => api.call('start_step_up', { checkpoint, content_hash }) })
  return (
    <div className="step-up">
      <p className="small">
        <strong>This can’t be undone.</strong> Prove that you sit at the server: it shows a code in its own terminal,
        good for this content, once, for five minutes.
      </p>
      <button type="button" className="button" onClick={() => asking.mutate()} disabled={asking.isPending}>
        {asking.isSuccess ? 'Show another code' : 'Show a code in the terminal'}
      </button>
      {asking.error && (
        <p className="said wrong" role="alert">
          {errorText(asking.error)}
        </p>
      )}
      <div className="field">
        <label htmlFor={id}>Code</label>
        <input
          id={id}
          className="input mono"
          autoComplete="one-time-code"
          spellCheck={false}
          placeholder="XXXX-XXXX"
          value={code}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  )
}
