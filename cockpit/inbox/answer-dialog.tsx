import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import { haltOver } from '../../src/model/halts.ts'
import type { KillSwitch } from '../../src/model/kill-switch.ts'
import { isAlone } from '../../src/model/presence-text.ts'
import { APPROVED_ALONE, APPROVED_HALTED } from '../checkpoint/use-answering.ts'
import { needsProof, whyNotHere } from '../checkpoint/why-not.ts'
import { errorText } from '../data/error-text.ts'
import { giveAnswer } from '../data/give-answer.ts'
import { checkpointQuery } from '../data/use-checkpoint.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { type Me, useMe } from '../data/use-me.ts'
import { askedText } from '../parts/asked-parts.ts'
import { Enter } from '../parts/enter.tsx'
import { Modal } from '../parts/modal.tsx'
import { say } from '../parts/toasts.tsx'
import { AnswerEntries, type Entry } from './answer-entries.tsx'
import type { Quick } from './preview.tsx'

const DONE: Readonly<Record<Quick, string>> = { approve: 'Approved', reject: 'Rejected' }
const NOT_DONE: Readonly<Record<Quick, string>> = { approve: 'Not approved', reject: 'Not rejected' }
const VERBS: Readonly<Record<Quick, string>> = { approve: 'Approve', reject: 'Reject' }

/** Answers one or many at once: shows all that would be decided, asks once, and decides each by itself. */
export function AnswerDialog({
  ids,
  answer,
  onClose,
}: {
  readonly ids: readonly string[]
  readonly answer: Quick
  readonly onClose: () => void
}) {
  const { entries, left, failures, isBusy, send } = useAnswering(ids, answer, onClose)
  const [reason, setReason] = useState('')
  const said = useId()
  const able = entries.filter(({ against }) => against === null)
  const counts = { able: able.length, read: entries.length, all: left }
  const isReady =
    able.length > 0 && entries.length === left && (answer === 'approve' || reason.trim() !== '') && !isBusy
  // What is left after an answer, and can't be answered again, is there to be read.
  const isOver = failures.size > 0 && able.length === 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isReady) void send(able, reason.trim())
  }
  return (
    <Modal title={isOver ? NOT_DONE[answer] : titleOf(answer, counts)} onClose={onClose} className="answer-dialog">
      <form onSubmit={submit} className="dialog-form">
        <div className="dialog-body">
          <AnswerEntries entries={entries} failures={failures} />
          {!isOver && <ReasonField answer={answer} reason={reason} onChange={setReason} />}
        </div>
        {isOver ? (
          <CloseFoot onClose={onClose} />
        ) : (
          <div className="dialog-foot">
            <span className="said" id={said}>
              {countOf(counts)}
              {answer === 'reject' && reason.trim() === '' && ' Say why first.'}
            </span>
            <SendButton answer={answer} count={left > 1 ? able.length : undefined} isReady={isReady} said={said} />
          </div>
        )}
      </form>
    </Modal>
  )
}

function SendButton({
  answer,
  count,
  isReady,
  said,
}: {
  readonly answer: Quick
  readonly count: number | undefined
  readonly isReady: boolean
  /** The id of what says why it does nothing. */
  readonly said: string
}) {
  return (
    <button
      type="submit"
      className={answer === 'approve' ? 'button primary' : 'button danger primary'}
      aria-disabled={!isReady}
      aria-describedby={said}
      data-first={answer === 'approve' ? '' : undefined}
    >
      {VERBS[answer]} {count} {answer === 'approve' ? <Enter /> : <kbd aria-hidden>Ctrl Enter</kbd>}
    </button>
  )
}

/** Takes the focus of the button that it replaces. */
function CloseFoot({ onClose }: { readonly onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="dialog-foot">
      <button type="button" className="button primary" ref={button} onClick={onClose}>
        Close
      </button>
    </div>
  )
}

function ReasonField({
  answer,
  reason,
  onChange,
}: {
  readonly answer: Quick
  readonly reason: string
  readonly onChange: (reason: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{answer === 'reject' ? 'Why? The agent is told.' : 'Reason (may be left out)'}</label>
      <textarea
        id={id}
        className="input"
        value={reason}
        data-first={answer === 'reject' ? '' : undefined}
        required={answer === 'reject'}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Each is decided by its own request; what fails stays and says why, what succeeded is done and leaves. */
function useAnswering(ids: readonly string[], answer: Quick, onClose: () => void) {
  const client = useQueryClient()
  const halted = useKillSwitch()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  // While they are being answered they stand as they were: what an answer makes of them is no reason to leave them out.
  const [sending, setSending] = useState<readonly Entry[]>()
  const left = ids.filter((id) => !done.has(id))
  const looked = useEntries(left, answer)
  const entries = sending ?? looked
  const send = async (able: readonly Entry[], reason: string) => {
    setSending(entries)
    const failed = new Map<string, string>()
    for (const { view } of able) {
      const review = answer === 'approve' ? { answer, ...(reason && { reason }) } : { answer, reason }
      const { checkpoint } = view
      await giveAnswer(client, { checkpoint, review, batch: ids.length > 1 }).catch((error: unknown) =>
        failed.set(checkpoint.id, errorText(error)),
      )
    }
    const answered = able.filter(({ view }) => !failed.has(view.checkpoint.id))
    tell(answered, answer, halted)
    if (failed.size === 0) return onClose()
    setSending(undefined)
    setFailures((before) => new Map([...before, ...failed]))
    setDone((before) => new Set([...before, ...answered.map(({ view }) => view.checkpoint.id)]))
  }
  return { entries, left: left.length, failures, isBusy: sending !== undefined, send }
}

/** What there is to decide, as far as it is read. */
function useEntries(ids: readonly string[], answer: Quick): readonly Entry[] {
  const me = useMe()
  const [seen] = useState<Seen>(() => new Map())
  return useQueries({ queries: ids.map((id) => checkpointQuery(id)) }).flatMap(({ data: view, isFetching }) => {
    // What is being read anew is not shown first as it was before.
    const isThere = view !== undefined && (!isFetching || seen.has(view.checkpoint.id))
    return isThere && me !== undefined ? [entryOf(view, { me, answer, seen })] : []
  })
}

/** Says what was done, and that nothing runs where the kill switch is on. */
function tell(done: readonly Entry[], answer: Quick, halted: KillSwitch | undefined): void {
  const [only] = done
  const isHalted = ({ view: { line } }: Entry) => halted !== undefined && haltOver(halted, line) !== undefined
  const held = answer === 'approve' ? done.filter(isHalted).length : 0
  if (only !== undefined && done.length === 1) {
    const about = askedText(only.view.checkpoint, 'then')
    if (held > 0) return say('ask', APPROVED_HALTED, about)
    const { presence } = only.view
    const isAway = answer === 'approve' && presence !== null && isAlone(presence)
    return isAway ? say('ask', APPROVED_ALONE, about) : say('allow', `${DONE[answer]}:`, about)
  }
  if (done.length < 2) return
  const text = `${DONE[answer]}: ${done.length} checkpoints, each by itself.`
  if (held === 0) say('allow', text)
  else
    say('ask', `${text} ${held === done.length ? 'Nothing' : `Of ${held} nothing`} runs until the kill switch is off.`)
}

/** The bytes that were shown of each when the dialog was opened; null of what was left out, and not shown. */
type Seen = Map<string, string | null>

/** Whether one can be answered from here: never other bytes than those that were first shown, and nothing that was first left out. */
function entryOf(view: CheckpointView, { me, answer, seen }: { me: Me; answer: Quick; seen: Seen }): Entry {
  const { id, content_hash } = view.checkpoint
  const code = needsProof(view, me, answer)
    ? 'It can’t be undone and needs a proof that it is you: open it by itself.'
    : null
  const no = whyNotHere(view, me, answer) ?? code
  const first = seen.get(id) ?? (seen.has(id) || no !== null ? null : content_hash)
  seen.set(id, first)
  if (first === content_hash) return { view, against: no }
  return { view, against: no ?? (first === null ? ONLY_NOW : CHANGED) }
}

const CHANGED = 'It has changed since this was opened. Look at it again.'
const ONLY_NOW = 'It could not be answered when this was opened. Look at it again.'

interface Counts {
  readonly able: number
  readonly read: number
  readonly all: number
}

/** What the button does: it says no more than that, as soon as it is known. */
function titleOf(answer: Quick, { able, read, all }: Counts): string {
  const isLess = read === all && able < all
  if (all > 1) return `${VERBS[answer]} ${isLess ? `${able} of ${all}` : all} checkpoints?`
  return answer === 'approve' ? 'Approve this?' : 'Reject this?'
}

function countOf({ able, read, all }: Counts): string {
  if (read < all) return 'One moment: nothing is decided before all of it is on the screen.'
  if (all === 1) return ''
  return able === all ? `${all} decisions, one for each` : `${able} of ${all} can be decided from here`
}
