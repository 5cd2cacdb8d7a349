import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { GivenTo } from '../../src/api/operations.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { StepUpFor } from '../../src/model/step-up.ts'
import { api } from '../data/api.ts'
import { signWithPasskey } from '../data/ask-device.ts'
import { errorText } from '../data/error-text.ts'
import { HAS_NAME, usePasskeys, worksHere } from '../data/use-passkeys.ts'
import { AtLocalhost } from './at-localhost.tsx'

/** What somebody has given as a proof that it is them. */
export type GivenProof = Pick<GivenTo<'answer_checkpoint'>, 'code' | 'assertion'>

/** Nothing yet. */
export const NO_PROOF: GivenProof = {}

/** What is still missing, as a sentence; null when something was given. The server judges it. */
export function missingProof({ code = '', assertion }: GivenProof): string | null {
  if (assertion !== undefined || code.trim() !== '') return null
  return 'Prove first that it is you.'
}

/** A proof for one content; for another it is none. */
export function useProof(about: string): readonly [proof: GivenProof, setProof: (proof: GivenProof) => void] {
  const [given, setGiven] = useState({ about, proof: NO_PROOF })
  return [given.about === about ? given.proof : NO_PROOF, (proof) => setGiven({ about, proof })]
}

interface Props {
  readonly wanted: StepUpFor
  /** Why it is asked for. */
  readonly why: string
  readonly proof: GivenProof
  readonly onChange: (proof: GivenProof) => void
}

/** Asks for a fresh proof that it is really them: by a passkey where they have one here, and by a code of a terminal otherwise. */
export function StepUp(props: Props) {
  const { why, onChange } = props
  const passkeys = usePasskeys()
  const [isByCode, setByCode] = useState(false)
  const hasOne = passkeys?.some(worksHere) === true
  const change = () => {
    onChange(NO_PROOF)
    setByCode(!isByCode)
  }
  return (
    <div className="step-up">
      {hasOne && !isByCode ? (
        <ByPasskey {...props}>
          <strong>{why}</strong> Prove that it is you with a passkey. What it signs counts for this alone, once, for
          five minutes.
        </ByPasskey>
      ) : (
        <ByCode {...props}>
          <strong>{why}</strong> Prove that it is you by a code, which no browser shows. It is good for this alone,
          once, for five minutes.
        </ByCode>
      )}
      {hasOne && (
        <button type="button" className="button quiet" onClick={change}>
          {isByCode ? 'Use a passkey instead' : 'Use a code instead'}
        </button>
      )}
      {!hasOne && !HAS_NAME && passkeys !== undefined && passkeys.length > 0 && <AtLocalhost />}
    </div>
  )
}

/** The same for an answer to exactly what is on the screen. */
export function ProveAnswer({
  checkpoint: { id, content_hash },
  ...given
}: Pick<Props, 'proof' | 'onChange'> & { readonly checkpoint: Pick<Checkpoint, 'id' | 'content_hash'> }) {
  const wanted = { do: 'answer', checkpoint: id, content_hash } as const
  return <StepUp key={content_hash} wanted={wanted} why="This can’t be undone." {...given} />
}

interface WayProps extends Props {
  readonly children: ReactNode
}

function ByPasskey({ wanted, proof, onChange, children }: WayProps) {
  const signing = useMutation({
    mutationFn: async () => {
      const { options } = await api.call('start_step_up', { for: wanted, by: 'passkey' })
      if (options !== null) onChange({ assertion: await signWithPasskey(options) })
    },
  })
  const isDone = proof.assertion !== undefined
  return (
    <>
      <p className="small">{children}</p>
      <button
        type="button"
        className={isDone ? 'button' : 'button primary'}
        onClick={() => signing.isPending || signing.mutate()}
        aria-disabled={signing.isPending}
      >
        {isDone ? 'Use a passkey again' : 'Use a passkey'}
      </button>
      <p className="said" role="status">
        {signing.isPending && 'Your device asks you…'}
        {isDone && !signing.isPending && 'Your passkey has signed. Go on within five minutes.'}
      </p>
      <Wrong error={signing.error} />
    </>
  )
}

function ByCode({ wanted, proof, onChange, children }: WayProps) {
  const id = useId()
  const asking = useMutation({ mutationFn: () => api.call('start_step_up', { for: wanted, by: 'code' }) })
  return (
    <>
      <p className="small">{children}</p>
      <button
        type="button"
        className="button"
        onClick={() => asking.isPending || asking.mutate()}
        aria-disabled={asking.isPending}
      >
        {asking.isSuccess ? 'Ask for another code' : 'Ask for a code'}
      </button>
      <p className="said" role="status">
        {asking.data?.shown_in === 'server_terminal' && 'The server shows it in its own terminal.'}
        {asking.data?.shown_in === 'command_line' && <AtCommandLine isToAdd={wanted.do === 'add_passkey'} />}
      </p>
      <Wrong error={asking.error} />
      <div className="field">
        <label htmlFor={id}>Code</label>
        <input
          id={id}
          className="input mono"
          autoComplete="one-time-code"
          spellCheck={false}
          placeholder="XXXX-XXXX"
          value={proof.code ?? ''}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      </div>
    </>
  )
}

/** A server that runs in the background has no terminal of its own. */
function AtCommandLine({ isToAdd }: { readonly isToAdd: boolean }) {
  return (
    <>
      Read it at a command line with <code>leeway code</code>, which asks for your passphrase.{' '}
      {isToAdd ? 'An administrator can read it for you.' : 'Without one, add a passkey in the settings.'}
    </>
  )
}

function Wrong({ error }: { readonly error: unknown }) {
  if (error === null) return null
  return (
    <p className="said wrong" role="alert">
      {errorText(error)}
    </p>
  )
}
