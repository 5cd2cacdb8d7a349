import { counted } from '../../src/model/counted.ts'
import { harmless } from '../../src/model/harmless.ts'
import type { RejectedPart } from '../../src/model/rejected-part.ts'
import { rejectedText } from '../../src/model/rejected-text.ts'
import { Visible } from '../parts/visible.tsx'

/** Says what the agent brought back as it was rejected, and leads there: between two rounds it is not among the changes. */
export function ReturnedParts({
  parts,
  isSince,
  onGo,
}: {
  readonly parts: readonly RejectedPart[]
  /** Only what changed between two rounds is shown. */
  readonly isSince: boolean
  readonly onGo: (part: RejectedPart) => void
}) {
  if (parts.length === 0) return null
  return (
    <div className="notice deny returned">
      <p>
        <strong>{counted(parts.length, 'part')}</strong> came back as {parts.length === 1 ? 'it was' : 'they were'}{' '}
        rejected.{isSince && ' What has not changed since is not shown below.'}
      </p>
      <ul className="small" aria-label="What came back">
        {parts.slice(0, MOST).map((part) => (
          <li key={`${part.by} ${part.hunk ?? ''} ${part.path}`}>
            <Visible text={harmless(rejectedText(part))} />
            <button type="button" className="button" onClick={() => onGo(part)}>
              Go to it
            </button>
          </li>
        ))}
        {parts.length > MOST && <li className="dim">and {parts.length - MOST} more</li>}
      </ul>
    </div>
  )
}

/** Whoever has gone through these sees the others. */
const MOST = 5
