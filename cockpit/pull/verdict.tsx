import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { namedIn } from '../parts/hidden-characters.ts'
import { keepWords } from '../parts/kept-words.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { partName } from './part-name.ts'
import type { ShownFile, ShownHunk } from './row.ts'
import { aboutPart } from './standing.ts'

interface VerdictProps {
  readonly pull: PullId
  readonly file: ShownFile
  /** Left out for the whole file. */
  readonly hunk?: ShownHunk
  readonly verdict: FileVerdict | undefined
  readonly onVerdict: (verdict: FileVerdict) => void
}

/** Accepts or rejects a file, or one hunk of it. It goes out with the review, and holds as long as the content is the same. */
export function Verdict({ pull, file, hunk, verdict, onVerdict }: VerdictProps) {
  const [isAsking, setAsking] = useState(false)
  const hash = hunk?.hash ?? null
  const about = aboutPart(pull, file.path, hash)
  const part = partName(file, hunk)
  const given = { path: file.path, file: file.hash, hunk: hash }
  const is = verdict?.verdict
  const onReject = () => {
    if (is !== 'rejected' || verdict === undefined) return setAsking(true)
    // Whoever takes it back may mean it after all, and has said why.
    keepWords(localStorage, about, { text: verdict.reason, at: Date.now() })
    onVerdict({ ...given, verdict: 'rejected', reason: verdict.reason })
  }
  return (
    <span className="verdict">
      <Choice
        is={is}
        of="accepted"
        name={`Accept ${part}`}
        onClick={() => onVerdict({ ...given, verdict: 'accepted', reason: '' })}
      />
      <Choice is={is} of="rejected" name={`Reject ${part}`} why={verdict?.reason ?? ''} onClick={onReject} />
      {isAsking && (
        <ReasonDialog
          about={about}
          title={`Reject this ${hunk === undefined ? 'file' : 'hunk'}?`}
          button="Reject"
          where="The agent reads it once you submit your review."
          isDanger
          onClose={() => setAsking(false)}
          onSubmit={async (reason) => onVerdict({ ...given, verdict: 'rejected', reason })}
        />
      )}
    </span>
  )
}

const SIGNS = { accepted: Check, rejected: X } as const

/** What is pressed says so in its name too, because that is what people read on it. */
function Choice({
  is,
  of,
  name,
  why = '',
  onClick,
}: {
  readonly is: FileVerdict['verdict'] | undefined
  readonly of: FileVerdict['verdict']
  readonly name: string
  readonly why?: string
  readonly onClick: () => void
}) {
  const Icon = SIGNS[of]
  const isPressed = is === of
  return (
    <button
      type="button"
      className="button quiet"
      data-verdict={of}
      aria-pressed={isPressed}
      aria-label={isPressed ? `${name}, ${of}` : name}
      title={namedIn(why) || name}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden />
      {isPressed && of}
    </button>
  )
}
