import { type KeyboardEvent, useId, useRef } from 'react'
import { ActButton } from '../parts/act-button.tsx'
import { focusLater } from '../parts/focus-later.ts'
import { useInSight } from './use-in-sight.ts'

/** The keyboard stays at a thread though the control that was used is gone. */
export function backTo(control: HTMLElement): () => void {
  const card = control.closest<HTMLElement>('.thread')
  const focus = focusLater()
  return () => focus(card, { preventScroll: true })
}

interface Props {
  readonly label: string
  readonly text: string
  /** Whether something is on its way to the server: what is written meanwhile would be gone with what is sent. */
  readonly isBusy: boolean
  readonly onText: (text: string) => void
  /** Gives whether it was said. */
  readonly onSay: () => Promise<boolean>
  readonly onCancel: () => void
}

/** The box in which something is said in a thread. */
export function SayBox({ label, text, isBusy, onText, onSay, onCancel }: Props) {
  const field = useId()
  const box = useRef<HTMLDivElement>(null)
  // With words in it, it was opened before, and nobody asked for it now.
  useInSight(box, text === '')
  const leave = () => {
    // What was said is said, also where the box was folded or scrolled away meanwhile.
    const back = box.current && backTo(box.current)
    onCancel()
    if (back) requestAnimationFrame(back)
  }
  const say = async () => {
    if (text.trim() !== '' && !isBusy && (await onSay())) leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void say()
    if (event.key !== 'Escape') return
    // Words stay in the box; only a box without any is closed.
    event.stopPropagation()
    event.currentTarget.closest<HTMLElement>('.thread')?.focus()
    if (text.trim() === '') onCancel()
  }
  return (
    <div className="field" ref={box}>
      <label htmlFor={field}>{label}</label>
      <textarea
        id={field}
        className="input"
        // It was opened to be written in; with words in it, it was opened before.
        autoFocus={text === ''}
        value={text}
        readOnly={isBusy}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="thread-foot">
        <ActButton
          tone="primary"
          why={text.trim() === '' ? 'Nothing is written yet.' : null}
          onClick={() => void say()}
        >
          Send <kbd aria-hidden>Ctrl Enter</kbd>
        </ActButton>
        <button type="button" className="button quiet" onClick={leave}>
          Cancel
        </button>
      </div>
    </div>
  )
}
