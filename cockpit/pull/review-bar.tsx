import { useState } from 'react'
import { unseenBy } from '../../src/model/unshown-words.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { ActButton } from '../parts/act-button.tsx'
import { sayWhyNot, useToast } from '../parts/toasts.tsx'
import { Visible } from '../parts/visible.tsx'
import { ApplyButton } from './apply-button.tsx'
import { CONCLUSIONS, type Conclusion, nameOf } from './conclusions.ts'
import type { ReviewProps } from './review-props.ts'
import type { ShownFile } from './row.ts'
import { isUnsettled } from './standing.ts'
import { SubmitDialog } from './submit-dialog.tsx'
import { saying } from './unsent.ts'
import type { PullActs } from './use-pull-acts.ts'
import type { UnsentWords } from './use-unsent.ts'
import { type Seen, whyNoReview, whyUnopened, whyUnseen } from './why-no-review.ts'

const ORDER = ['reject', 'request_changes', 'comment', 'approve'] as const
/** Beside the key on its button, a no has the one that other places of this kind give it. */
const KEYS = [
  ...ORDER.map((to) => ({ to, keys: CONCLUSIONS[to].keys })),
  { to: 'request_changes', keys: 'N' },
] as const satisfies readonly { readonly to: Conclusion; readonly keys: string }[]

interface Props extends Pick<ReviewProps, 'newest' | 'onNewest'> {
  readonly seen: Seen
  readonly files: readonly ShownFile[]
  readonly unsent: UnsentWords
  readonly acts: PullActs
  readonly applying: ReadonlySet<string>
  readonly onApplied: () => void
  /** How much came back as it was rejected. */
  readonly returned: number
  /** Goes to a file that the lines do not show in full. */
  readonly onUnseen: (path: string) => void
  /** Goes to a file that was not open yet. */
  readonly onUnopened: (file: Pick<ShownFile, 'path'>) => void
}

/** What a review stands at, always in sight, and what it comes to. A button that can't be used says why. */
export function ReviewBar({
  seen,
  newest,
  onNewest,
  files,
  unsent,
  acts,
  applying,
  onApplied,
  returned,
  ...going
}: Props) {
  const [concluding, setConcluding] = useState<Conclusion>()
  useConcludeKeys(seen, setConcluding)
  return (
    <div className="review-bar" role="group" aria-label="Your review" tabIndex={-1} data-after-dialog>
      <Told />
      <Counts seen={seen} unsent={unsent} returned={returned} />
      {seen.isOutdated && (
        // What announces it may be out of sight.
        <button type="button" className="button primary bar-also" onClick={onNewest}>
          Go to round {newest}
        </button>
      )}
      <NextToSee seen={seen} {...going} />
      {applying.size > 0 && <ApplyButton seen={seen} acts={acts} applying={applying} onApplied={onApplied} />}
      {ORDER.map((to) => (
        <ConcludeButton
          key={to}
          to={to}
          name={nameOf(to, seen.view)}
          why={whyNoReview(seen, to)}
          onClick={() => setConcluding(to)}
        />
      ))}
      {concluding !== undefined && (
        <SubmitDialog
          to={concluding}
          seen={seen}
          files={files}
          unsent={unsent}
          acts={acts}
          onClose={() => setConcluding(undefined)}
        />
      )}
    </div>
  )
}

/** The keys do what the buttons do, and say why where those can't be used. */
function useConcludeKeys(seen: Seen, onConclude: (to: Conclusion) => void): void {
  useHotkeys(
    KEYS.map(({ to, keys }) => ({
      keys,
      label: nameOf(to, seen.view),
      group: 'Review',
      run: () => {
        const why = whyNoReview(seen, to)
        if (why === null) onConclude(to)
        else sayWhyNot(why)
      },
    })),
  )
}

/** On a phone the bar at the top has no room for a whole reason, so it stands above the buttons. It is read aloud up there. */
function Told() {
  const toast = useToast()
  if (toast?.tone !== 'ask') return null
  return (
    <p className="bar-told small" aria-hidden>
      {toast.text}
    </p>
  )
}

/** Where that comes first of what stands in the way of approving, the way to what has to be looked at. */
function NextToSee({ seen, onUnseen, onUnopened }: Pick<Props, 'seen' | 'onUnseen' | 'onUnopened'>) {
  const { view, unopened } = seen
  const [[unseen], [closed]] = [unseenBy(view.marks, view.unshown), unopened]
  const why = whyNoReview(seen, 'approve')
  const isFirst = (other: string | null) => other !== null && why !== null && why.startsWith(other)
  if (unseen !== undefined && isFirst(whyUnseen(view))) {
    return <GoTo path={unseen.path} onGo={() => onUnseen(unseen.path)} />
  }
  if (closed === undefined || !isFirst(whyUnopened(unopened))) return null
  return <GoTo path={closed.path} onGo={() => onUnopened(closed)} />
}

function GoTo({ path, onGo }: { readonly path: string; readonly onGo: () => void }) {
  return (
    <button type="button" className="button bar-also" onClick={onGo}>
      Go to <Visible text={path} />
    </button>
  )
}

function Counts({ seen, unsent, returned }: Pick<Props, 'seen' | 'unsent' | 'returned'>) {
  const drafts = saying(unsent.drafts).length
  const unresolved = seen.view.threads.filter(isUnsettled).length
  const verdicts = unsent.verdicts.length
  const why = whyNoReview(seen, 'approve')
  return (
    <p className="bar-counts small">
      <Count of="drafts" is={drafts} />
      <Count of="unresolved" is={unresolved} />
      {verdicts > 0 && <Count of="verdicts" is={verdicts} />}
      {returned > 0 && <Count of="came back as rejected" is={returned} />}
      {unsent.problem !== null && <span className="wrong">kept in this browser only: {unsent.problem}</span>}
      {why !== null && <span className="dim bar-why">{why}</span>}
    </p>
  )
}

function Count({ of, is }: { readonly of: string; readonly is: number }) {
  return (
    <span>
      {of} <strong>{is}</strong>
    </span>
  )
}

function ConcludeButton({
  to,
  name,
  why,
  onClick,
}: {
  readonly to: Conclusion
  readonly name: string
  readonly why: string | null
  readonly onClick: () => void
}) {
  const { short, keys, tone } = CONCLUSIONS[to]
  return (
    <ActButton tone={tone} why={why} onClick={onClick}>
      <span className="name-in-full">{name}</span>
      <span className="name-in-short" aria-hidden>
        {short}
      </span>{' '}
      <kbd aria-hidden>{keys}</kbd>
    </ActButton>
  )
}
