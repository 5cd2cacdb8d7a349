import type { ReactNode } from 'react'
import { errorText } from '../data/error-text.ts'

/** Something that was asked of the server. */
export interface Read {
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

interface Props {
  readonly reads: readonly Read[]
  /** Another way on. */
  readonly children?: ReactNode
}

/** What could not be read, with the way to try again; nothing where all of it was. It never stands beside words of loading. */
export function Failed({ reads, children }: Props) {
  const failed = reads.filter(({ error }) => error !== null)
  const [first] = failed
  if (first === undefined) return null
  const again = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <div className="notice deny failed" role="alert">
      <p>{errorText(first.error)}</p>
      {children}
      <button type="button" className="button" onClick={again}>
        Try again
      </button>
    </div>
  )
}
