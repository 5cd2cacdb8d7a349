import { Link } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CheckpointView } from '../../src/api/views.ts'
import type { AnswerKind } from '../../src/model/review.ts'
import { serverClock } from '../data/server-clock.ts'
import type { Me } from '../data/use-me.ts'
import { sendOnModEnter } from '../keys/send-keys.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { RadioBar } from '../parts/radio-bar.tsx'
import { type GivenProof, missingProof, NO_PROOF, ProveAnswer, useProof } from '../parts/step-up.tsx'
import { sayWhyNot } from '../parts/toasts.tsx'
import { afterEdit } from './after-edit.ts'
import { ANSWER_LABELS, type AnswerLabel, answerLabel } from './answer-labels.ts'
import { ANSWER_FORM } from './edit-args.tsx'
import { boundsOf, type GrantDraft, GrantField, NO_GRANT } from './grant-field.tsx'
import { ResponseForm } from './response-form.tsx'
import { reviewOf } from './review-of.ts'
import { takesGrant } from './takes-grant.ts'
import type { Answering } from './use-answering.ts'
import type { Draft } from './use-draft.ts'
import { needsProof, whyNotHere } from './why-not.ts'

/** What the panel is given. */
export interface AnswerPanelProps {
  readonly view: CheckpointView
  readonly me: Me | undefined
  readonly draft: Draft
  readonly onDraft: (change: Partial<Draft>) => void
  readonly answering: Answering
  /** Why nothing can be answered at this moment, whatever it is. */
  readonly against: string | null
}

/** The answers that this checkpoint takes, one at a time, with what each needs. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { view, me, draft, onDraft, answering } = props
  const form = useRef<HTMLFormElement>(null)
  const [proof, setProof] = useProof(view.checkpoint.content_hash)
  const [grant, setGrant] = useState(NO_GRANT)
  const label = answerLabel(draft.answer, view.checkpoint.terms, me?.solo === true)
  const { no, why, isProofNeeded, send } = useReady(props, { proof, setProof, grant })
  useAnswerKeys(props, form)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form
      id={ANSWER_FORM}
      className="answer"
      ref={form}
      onSubmit={submit}
      onKeyDown={sendOnModEnter}
      aria-label="Your answer"
    >
      <RadioBar
        label="Kind of answer"
        choices={view.checkpoint.terms.answers.map((value) => ({ value, name: ANSWER_LABELS[value].name }))}
        chosen={draft.answer}
        onChoose={(answer) => onDraft({ answer })}
      />
      <p className="said">{label.means}</p>
      {draft.answer === 'respond' && (
        <ResponseForm
          schema={view.checkpoint.terms.response_schema}
          value={draft.value}
          onChange={(value) => onDraft({ value })}
        />
      )}
      <ReasonField label={label} text={draft.text} onChange={(text) => onDraft({ text })} />
      {draft.answer === 'approve' && no === null && takesGrant(view) && (
        <GrantField grant={grant} onChange={setGrant} />
      )}
      {isProofNeeded && <ProveAnswer checkpoint={view.checkpoint} proof={proof} onChange={setProof} />}
      {draft.answer === 'edit' && no === null && <BeforeSaving view={view} me={me} />}
      <Send label={label} why={why} answering={answering} />
    </form>
  )
}

/** What saving an edit does to one's own vote: afterwards it is too late to know. */
function BeforeSaving({ view, me }: Pick<AnswerPanelProps, 'view' | 'me'>) {
  const then = afterEdit(view, me)
  if (then === null) return null
  return (
    <p className={then.isTrap ? 'notice deny' : 'notice ask'}>
      <span>
        {then.text}
        {then.isTrap && (
          <>
            {' '}
            <Link to="/settings">Settings</Link>.
          </>
        )}
      </span>
    </p>
  )
}

/** The button that sends, and why it can't or didn't. */
function Send({
  label,
  why,
  answering: { isBusy, error },
}: {
  readonly label: AnswerLabel
  readonly why: string | null
  readonly answering: Answering
}) {
  const said = useId()
  return (
    <>
      <button
        type="submit"
        className={`button ${label.tone}`}
        aria-disabled={why !== null || isBusy}
        aria-describedby={said}
      >
        {isBusy ? 'Sending…' : label.button} <kbd aria-hidden>Ctrl Enter</kbd>
      </button>
      <p id={said} className={error === null ? 'said' : 'said wrong'} role="status">
        {error ?? why}
      </p>
    </>
  )
}

interface Given {
  readonly proof: GivenProof
  readonly setProof: (proof: GivenProof) => void
  readonly grant: GrantDraft
}

/** What would be sent, and what stands against it. */
function useReady({ view, me, draft, answering, against }: AnswerPanelProps, { proof, setProof, grant }: Given) {
  const isProofNeeded = needsProof(view, me, draft.answer)
  // What was typed before a revision arrived that takes none must not go along unseen.
  const bounds = takesGrant(view) ? boundsOf(grant, serverClock.now()) : undefined
  const ready = reviewOf(draft, { grant: bounds, args: view.checkpoint.content.args })
  const no = against ?? whyNotHere(view, me, draft.answer)
  const missing = isProofNeeded ? missingProof(proof) : null
  const why = no ?? ('missing' in ready ? ready.missing : missing)
  const send = () => {
    // The key works from everywhere on the page, also where the button and its reason are out of sight.
    if (why !== null) return sayWhyNot(why)
    if ('missing' in ready || answering.isBusy) return
    void answering.send({ review: ready.review, proof: isProofNeeded ? proof : undefined })
    // What was signed is worth nothing once it was sent.
    if (proof.assertion !== undefined) setProof(NO_PROOF)
  }
  return { no, why, isProofNeeded: isProofNeeded && no === null, send }
}

function ReasonField({
  label,
  text,
  onChange,
}: {
  readonly label: AnswerLabel
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label.asks}</label>
      <textarea id={id} className="input" value={text} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

const KEYS: readonly (readonly [keys: string, answer: AnswerKind, focus: string])[] = [
  ['y', 'approve', 'button[type=submit]'],
  ['n', 'reject', 'textarea'],
  ['r', 'request_changes', 'textarea'],
  ['c', 'comment', 'textarea'],
  ['e', 'edit', 'textarea'],
]

/** A key chooses the answer and goes to where it is finished; nothing is decided by a single key. */
function useAnswerKeys({ view, onDraft }: AnswerPanelProps, form: RefObject<HTMLFormElement | null>): void {
  const { answers } = view.checkpoint.terms
  // In the form itself it is the form that listens; the focus is elsewhere before anybody has touched anything.
  const send = {
    keys: 'mod+enter',
    label: 'Send the answer',
    group: 'Answer',
    run: () => form.current?.requestSubmit(),
  }
  useHotkeys([
    send,
    ...KEYS.filter(([, answer]) => answers.includes(answer)).map(([keys, answer, focus]) => ({
      keys,
      label: ANSWER_LABELS[answer].name,
      group: 'Answer',
      run: () => {
        // At once: what is typed next is meant for the box, and must not be taken for another key.
        flushSync(() => onDraft({ answer }))
        const place = answer === 'edit' ? document.querySelector('.edit') : form.current
        place?.querySelector<HTMLElement>(focus)?.focus()
      },
    })),
  ])
}
