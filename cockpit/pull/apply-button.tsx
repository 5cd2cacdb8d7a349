import { useState } from 'react'
import { counted } from '../../src/model/counted.ts'
import { Modal } from '../parts/modal.tsx'
import { afterJoining } from './after-joining.ts'
import type { PullActs } from './use-pull-acts.ts'
import type { Seen } from './why-no-review.ts'

interface Props {
  readonly seen: Pick<Seen, 'view' | 'me'>
  readonly acts: PullActs
  /** The suggestions that were ticked. */
  readonly applying: ReadonlySet<string>
  readonly onApplied: () => void
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
