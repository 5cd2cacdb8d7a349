import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { sendOnModEnter } from '../keys/send-keys.ts'

/** A dialog of the browser's own: it keeps the focus, Escape closes it, and the focus goes back to where it was. */
export function Modal({
  title,
  onClose,
  children,
  className = '',
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // What is wanted first is not always what stands first.
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      // What was answered may be gone with the answer: then the keyboard goes on where the next one is given.
      const next = isThere ? before : document.querySelector<HTMLElement>('[data-after-dialog]')
      next?.focus({ preventScroll: !isThere })
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose} onKeyDown={sendOnModEnter} className={className}>
      <div className="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="button quiet icon" aria-label="Close" onClick={() => dialog.current?.close()}>
          <X size={16} aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  )
}
