import { useCallback, useRef, useState } from 'react'
import { pathOn } from '../../src/review/where-shown.ts'
import { RadioBar } from '../parts/radio-bar.tsx'
import { Conversation } from './conversation.tsx'
import { DiffList, type GoTo } from './diff-list.tsx'
import { EndedBar } from './ended-bar.tsx'
import { FileTree } from './file-tree.tsx'
import { FindBar } from './find-bar.tsx'
import { ReturnedParts } from './returned-parts.tsx'
import { ReviewBar } from './review-bar.tsx'
import type { ReviewProps } from './review-props.ts'
import type { ShownFile } from './row.ts'
import { RowView } from './row-view.tsx'
import type { Draft } from './thread-kinds.ts'
import type { Finding } from './use-find.ts'
import { isReadable } from './use-look.ts'
import { useReview } from './use-review.ts'
import { type UnsentWords, useUnsent } from './use-unsent.ts'

/** The changes with everything that is said of them, and what the review comes to. */
export function Review(props: ReviewProps) {
  const { files } = props
  const unsent = useUnsent(props.view)
  const list = useRef<GoTo>(() => undefined)
  const goTo = useCallback<GoTo>((key, isOnlySeen) => list.current(key, isOnlySeen), [])
  const review = useReview(props, unsent, goTo)
  const { view, rows, paperRows, world, find, pinned, elsewhere, onFile } = review
  const [current, setCurrent] = useState<string>()
  const [first] = useState(view.pull.status)
  return (
    <>
      <ReturnedParts parts={review.returned} isSince={props.compared.since !== undefined} onGo={review.onReturned} />
      <Conversation
        view={view}
        threads={elsewhere}
        drafts={unsent.drafts.filter((draft) => isNowhere(draft, files))}
        drafting={world.drafting}
        around={world.around}
      />
      <div className="changes">
        <FileTree files={files} standings={world.standings} current={current} onGo={onFile} />
        <section aria-label="Changes" className="changes-main">
          <DiffBar {...props} find={find} />
          {files.length === 0 && <p className="dim nothing">Nothing differs here.</p>}
          <DiffList
            rows={rows}
            paperRows={paperRows}
            pinned={pinned}
            cursor={world.cursor.key}
            goTo={list}
            onFile={setCurrent}
          >
            {(row) => <RowView row={row} world={world} />}
          </DiffList>
        </section>
      </div>
      {view.pull.status === 'open' ? (
        <Bar {...props} review={review} unsent={unsent} />
      ) : (
        <EndedBar view={view} isNew={first === 'open'} />
      )}
    </>
  )
}

interface BarProps extends ReviewProps {
  readonly review: ReturnType<typeof useReview>
  readonly unsent: UnsentWords
}

function Bar({ files, compared, isOutdated, me, newest, ticked, onCommitted, onNewest, review, unsent }: BarProps) {
  const { view, acts, verdicts, onUnseen, onFile, unopened } = review
  const isEarlier = compared.round !== newest && !isOutdated
  return (
    <ReviewBar
      seen={{ view, me, drafts: unsent.drafts, verdicts, isOutdated, isEarlier, unopened }}
      files={files}
      unsent={unsent}
      acts={acts}
      applying={ticked.threads}
      onUnseen={onUnseen}
      onUnopened={onFile}
      returned={review.returned.length}
      newest={newest}
      onNewest={onNewest}
      onApplied={() => {
        ticked.clear()
        onCommitted()
      }}
    />
  )
}

/** A draft on the whole, or on a file that is not among those that changed. */
function isNowhere({ anchor }: Draft, files: readonly ShownFile[]): boolean {
  return anchor === null || !files.some((file) => pathOn(file, anchor.side) === anchor.path)
}

function DiffBar({
  files,
  isSplit,
  isRendered,
  onView,
  find,
}: Pick<ReviewProps, 'files' | 'isSplit' | 'isRendered' | 'onView'> & { readonly find: Finding }) {
  return (
    <div className="diff-bar">
      <RadioBar
        label="View"
        choices={files.some(isReadable) ? VIEWS : VIEWS.slice(0, 2)}
        chosen={isSplit ? 'split' : isRendered ? 'rendered' : 'unified'}
        onChoose={(to) => onView(to === 'unified' ? undefined : to)}
      />
      <FindBar {...find} />
    </div>
  )
}

const VIEWS = [
  { value: 'unified', name: 'Unified' },
  { value: 'split', name: 'Split' },
  { value: 'rendered', name: 'Rendered' },
] as const
