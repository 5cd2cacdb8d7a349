import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { namedIn } from '../parts/hidden-characters.ts'
import { keepWords } from '../parts/kept-words.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { partName } from './part-name.ts'
import type { ShownFile, ShownHunk } from './row.ts'

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
  const about = `${pull} ${file.path} ${hash ?? ''}`
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
      <button
        type="button"
        className="button quiet"
        aria-pressed={is === 'accepted'}
        aria-label={`Accept ${part}${is === 'accepted' ? ', accepted' : ''}`}
        title={`Accept ${part}`}
        onClick={() => onVerdict({ ...given, verdict: 'accepted', reason: '' })}
      >
        <Check size={14} aria-hidden />
        {is === 'accepted' && 'accepted'}
      </button>
      <button
        type="button"
        className="button quiet"
        aria-pressed={is === 'rejected'}
        aria-label={`Reject ${part}${is === 'rejected' ? ', rejected' : ''}`}
        title={namedIn(verdict?.reason ?? '') || `Reject ${part}`}
        onClick={onReject}
      >
        <X size={14} aria-hidden />
        {is === 'rejected' && 'rejected'}
      </button>
      {isAsking && (
        <ReasonDialog
          about={about}
          title={`Reject this ${hunk === undefined ? 'file' : 'hunk'}?`}
          button="Reject"
          isDanger
          onClose={() => setAsking(false)}
          onSubmit={async (reason) => onVerdict({ ...given, verdict: 'rejected', reason })}
        />
      )}
    </span>
  )
}
