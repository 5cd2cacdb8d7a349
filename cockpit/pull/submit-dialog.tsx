import { type SubmitEvent, useId } from 'react'
import { acceptedAlong, contradictedNo } from '../../src/model/accepts-parts.ts'
import { counted } from '../../src/model/counted.ts'
import { harmless } from '../../src/model/harmless.ts'
import { owedOn } from '../../src/model/owed-on.ts'
import { placeText as partPlaceText } from '../../src/model/rejected-text.ts'
import type { Draft, FileVerdict } from '../../src/model/review-thread.ts'
import { needsProof } from '../checkpoint/why-not.ts'
import { Modal } from '../parts/modal.tsx'
import { type GivenProof, missingProof, NO_PROOF, ProveAnswer, useProof } from '../parts/step-up.tsx'
import { Visible } from '../parts/visible.tsx'
import { type Conclusion, missingAfter, nameOf } from './conclusions.ts'
import { placeText } from './draft-box.tsx'
import { GoesOut } from './goes-out.tsx'
import type { ShownFile } from './row.ts'
import { changesNothing, saying } from './unsent.ts'
import type { PullActs } from './use-pull-acts.ts'
import type { UnsentWords } from './use-unsent.ts'
import { type Seen, takesBack } from './why-no-review.ts'

interface Props {
  readonly to: Conclusion
  readonly seen: Seen
  readonly files: readonly ShownFile[]
  readonly unsent: UnsentWords
  readonly acts: PullActs
  readonly onClose: () => void
}

/** The second look before a review is submitted: what goes out, for which commit, in whose words. */
export function SubmitDialog({ to, seen, files, unsent, acts, onClose }: Props) {
  const { view, me, verdicts } = seen
  const [proof, setProof] = useProof(view.checkpoint?.content_hash ?? '')
  const threads = saying(unsent.drafts)
  const { text } = unsent
  const name = titleOf(seen, to)
  const isProofNeeded = view.checkpoint !== null && needsProof({ checkpoint: view.checkpoint }, me, to)
  const missing = missingIn({ to, threads, verdicts, text, proof: isProofNeeded ? proof : null })
  const submit = async () => {
    if (missing !== null || acts.isBusy) return
    const given = { answer: to, text, threads: [...threads], verdicts: [...verdicts] }
    // What was signed is worth nothing once it was sent.
    if (proof.assertion !== undefined) setProof(NO_PROOF)
    if (!(await acts.submit(given, isProofNeeded ? proof : {}))) return
    unsent.clear(threads.map(({ id }) => id))
    onClose()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Modal title={`${name}?`} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <div className="dialog-body">
          <WhatThen to={to} seen={seen} owed={owedOn(view.pull, view.checkpoint) + threads.length} />
          <OwnTakenBack to={to} seen={seen} />
          <GoesOut pull={view.pull} files={files} threads={threads} verdicts={verdicts} />
          <StaysHere gone={unsent.verdicts.length - verdicts.length} />
          <Words to={to} unsent={unsent} isBusy={acts.isBusy} />
          {isProofNeeded && view.checkpoint !== null && (
            <ProveAnswer checkpoint={view.checkpoint} proof={proof} onChange={setProof} />
          )}
          {missing !== null && <p className="said">{missing}</p>}
        </div>
        <div className="dialog-foot">
          <button type="submit" className={`button ${SENDS[to]}`} aria-disabled={missing !== null || acts.isBusy}>
            {acts.isBusy ? 'Sending…' : name} <kbd aria-hidden>Ctrl Enter</kbd>
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** What the answer is called: sent back, work that is approved loses its approval. */
function titleOf(seen: Seen, to: Conclusion): string {
  return takesBack(seen, to) ? 'Take the approval back' : nameOf(to, seen.view)
}

const AFTER_TAKING_BACK =
  'It is approved and not merged yet. This takes the approval back: nothing is merged, the agent goes on with what you say, and people are asked anew. The pull request stays open.'

/** What was judged of an earlier round, and has changed since, is not what stands there to be judged. */
function StaysHere({ gone }: { readonly gone: number }) {
  if (gone === 0) return null
  const they =
    gone === 1
      ? 'One verdict is about what has changed since, and is'
      : `${gone} verdicts are about what has changed since, and are`
  return <p className="said">{they} not sent. Look at it again.</p>
}

/** What comes of it that the button does not say. */
function WhatThen({ to, seen, owed }: Pick<Props, 'to' | 'seen'> & { readonly owed: number }) {
  if (takesBack(seen, to)) return <p>{AFTER_TAKING_BACK}</p>
  const missing = missingAfter(seen.view)
  if (to === 'approve' && missing > 0) return <StillMissing count={missing} />
  if (to === 'reject') return <p>It ends the pull request. The agent may begin the phase again, on another branch.</p>
  if (owed === 0 || to === 'request_changes') return null
  const comments = owed === 1 ? 'one comment' : `${owed} comments`
  if (to === 'comment') {
    return <p>The agent answers {comments} before anything is merged. For an answer now, request changes.</p>
  }
  return <p>The agent answers {comments} first. Where it changes nothing this is merged; otherwise you see it again.</p>
}

/** Whoever is not the last of several to approve merges nothing yet. */
function StillMissing({ count }: { readonly count: number }) {
  return (
    <p>
      Yours is not the last approval that it needs: it is merged once{' '}
      {counted(count, 'more person has', 'more people have')} approved it.
    </p>
  )
}

/** A yes to the whole is one to what they had rejected of it, and so is one to a whole file. */
function OwnTakenBack({ to, seen: { view, me, verdicts } }: Pick<Props, 'to' | 'seen'>) {
  const own =
    to === 'approve' ? view.rejected.filter(({ by }) => by === me?.id) : acceptedAlong(verdicts, view.rejected, me?.id)
  const [first] = to === 'reject' ? [] : own
  if (first === undefined) return null
  return (
    <p>
      You take back what you rejected: <Visible text={partPlaceText(first)} />
      {own.length > 1 && ` and ${own.length - 1} more`}.
    </p>
  )
}

const LABELS = {
  approve: 'In your words (may be empty)',
  request_changes: 'What it comes to, in your words',
  comment: 'What it comes to, in your words',
  reject: 'Why nothing of it is wanted',
} as const
const SENDS = { approve: 'primary', comment: 'primary', request_changes: 'danger', reject: 'danger' } as const

function Words({ to, unsent, isBusy }: Pick<Props, 'to' | 'unsent'> & Pick<PullActs, 'isBusy'>) {
  const field = useId()
  return (
    <div className="field">
      <label htmlFor={field}>{LABELS[to]}</label>
      <textarea
        id={field}
        className="input"
        data-first
        value={unsent.text}
        // What is written meanwhile would be gone with what is sent.
        readOnly={isBusy}
        onChange={(event) => unsent.change({ text: event.target.value })}
      />
    </div>
  )
}

/** Who reads that other lines are suggested, and finds the same ones, does not know what is wanted. */
function whyUnchanged(threads: readonly Draft[]): string | null {
  const same = threads.find(changesNothing)
  if (same === undefined) return null
  return `Your suggestion ${placeText(same)} changes nothing yet. Write what should stand there, or untick “Suggest other lines”.`
}

/** What is still missing, as a sentence. */
function missingIn(given: {
  readonly to: Conclusion
  readonly threads: readonly Draft[]
  readonly verdicts: readonly FileVerdict[]
  readonly text: string
  /** Null where none is needed. */
  readonly proof: GivenProof | null
}): string | null {
  const unchanged = whyUnchanged(given.threads)
  if (unchanged !== null) return unchanged
  const both = contradictedNo(given.verdicts)
  if (both !== undefined)
    return `You accept all of ${harmless(both.path)}, and reject a part of it. Take one of the two back.`
  if (given.to === 'reject' && given.text.trim() === '')
    return 'Say why: the agent is told, and nothing of it is merged.'
  if (given.to !== 'approve' && given.threads.length + given.verdicts.length === 0 && given.text.trim() === '') {
    return 'Say what it comes to: in a comment, on a file, or in words.'
  }
  return given.proof === null ? null : missingProof(given.proof)
}
