import { useState } from 'react'
import { beginningOf } from '../../src/model/beginning-of.ts'
import { counted } from '../../src/model/counted.ts'
import type { ReviewThread } from '../../src/model/review-thread.ts'
import { Modal } from '../parts/modal.tsx'
import { Visible } from '../parts/visible.tsx'
import { afterJoining } from './after-joining.ts'
import { rangeText } from './part-text.ts'
import type { PullActs } from './use-pull-acts.ts'
import type { Seen } from './why-no-review.ts'

interface Props {
  readonly seen: Pick<Seen, 'view' | 'me'>
  readonly acts: PullActs
  /** The suggestions that were ticked. */
  readonly applying: ReadonlySet<string>
  readonly onApplied: () => void
}

/** Where it stands by now, and what for. */
function Applies({ thread: { anchor, place, messages } }: { readonly thread: ReviewThread }) {
  if (anchor === null) return null
  return (
    <>
      <Visible text={rangeText({ ...anchor, ...place })} />{' '}
      <span className="dim">
        <Visible text={beginningOf(messages[0]?.text ?? '', LONGEST)} />
      </span>
    </>
  )
}

const LONGEST = 120

/** By file and line, as they stand in the changes. */
function inOrder(threads: readonly ReviewThread[]): readonly ReviewThread[] {
  const placeOf = ({ anchor, place }: ReviewThread) => place ?? anchor
  return threads.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)]
    const byPath = (one?.path ?? '').localeCompare(other?.path ?? '', 'en')
    return byPath === 0 ? (one?.first ?? 0) - (other?.first ?? 0) : byPath
  })
}

/** Puts suggestions on the branch in one commit. Whoever does has a part in the work, and is told what that means before. */
export function ApplyButton({ seen: { view, me }, acts, applying, onApplied }: Props) {
  const [isAsking, setAsking] = useState(false)
  const then = afterJoining(view, me)
  const name = `Apply ${counted(applying.size, 'suggestion')}`
  const close = () => setAsking(false)
  const apply = async () => {
    const isDone = await acts.commit({ suggestions: [...applying] as never })
    close()
    if (isDone) onApplied()
  }
  return (
    <>
      <button
        type="button"
        className="button bar-also"
        disabled={acts.isBusy}
        onClick={() => (then === null ? void apply() : setAsking(true))}
      >
        {name}
      </button>
      {isAsking && (
        <Modal title={`${name}?`} onClose={close}>
          <div className="dialog-body">
            <p>It is the next round, in your name. {then}</p>
            <ul className="goes-out small" aria-label="Suggestions">
              {inOrder(view.threads.filter(({ id }) => applying.has(id))).map((thread) => (
                <li key={thread.id}>
                  <Applies thread={thread} />
                </li>
              ))}
            </ul>
          </div>
          <div className="dialog-foot">
            <button
              type="button"
              className="button primary"
              aria-disabled={acts.isBusy}
              onClick={() => !acts.isBusy && void apply()}
            >
              {name}
            </button>
          </div>
        </Modal>
      )}
    </>
  )
}
