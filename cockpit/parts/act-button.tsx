import type { ReactNode } from 'react'
import { sayWhyNot, useWhyNot } from './toasts.tsx'

/** A button that says why it can't be used: when it is pointed at, read aloud, or tried; on a phone there is nothing to point with. */
export function ActButton({
  why,
  tone = '',
  onClick,
  children,
}: {
  /** Null where it can be used. */
  readonly why: string | null
  /** How it looks beside being a button. */
  readonly tone?: string
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  useWhyNot(why)
  return (
    <button
      type="button"
      className={`button ${tone}`}
      aria-disabled={why !== null}
      aria-description={why ?? undefined}
      title={why ?? undefined}
      onClick={() => (why === null ? onClick() : sayWhyNot(why))}
    >
      {children}
    </button>
  )
}
