import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { useFailure } from '../data/use-failure.ts'
import { keepWords, readWords } from './kept-words.ts'
import { Modal } from './modal.tsx'

/** Asks why before something is done that others have to understand later. What is typed stays until it is sent. */
export function ReasonDialog({
  about,
  title,
  button,
  isDanger = false,
  where = 'It stands in the log.',
  children,
  onSubmit,
  onClose,
}: {
  /** What is done to which thing: its words are kept under this. */
  readonly about: string
  readonly title: string
  readonly button: string
  readonly isDanger?: boolean
  /** Who reads the reason, as a sentence. */
  readonly where?: string
  readonly children?: ReactNode
  readonly onSubmit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const [reason, setReason] = useKeptWords(about)
  const { text: error, note } = useFailure()
  const done = () => {
    setReason('')
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(reason.trim()).then(done, note)
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          {children}
          <Reason where={where} reason={reason} onChange={setReason} />
          <Wrong error={error} />
        </div>
        <div className="dialog-foot">
          <button type="submit" className={isDanger ? 'button danger primary' : 'button primary'}>
            {button}
          </button>
        </div>
      </form>
    </Modal>
  )
}

function Wrong({ error }: { readonly error: string | null }) {
  if (error === null) return null
  return (
    <p className="said wrong" role="alert">
      {error}
    </p>
  )
}

function useKeptWords(about: string) {
  const [words, setWords] = useState(() => readWords(localStorage, about))
  const change = (to: string) => {
    keepWords(localStorage, about, { text: to, at: Date.now() })
    setWords(to)
  }
  return [words, change] as const
}

function Reason({
  where,
  reason,
  onChange,
}: {
  readonly where: string
  readonly reason: string
  readonly onChange: (reason: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Why? {where}</label>
      <textarea
        id={id}
        className="input"
        data-first
        required
        value={reason}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
