import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { DiffView, PullView } from '../../src/api/pull-views.ts'
import { isOfRepository } from '../../src/model/of-repository.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { reasonsOf } from '../../src/model/why-held.ts'
import { WhyPaused } from '../checkpoint/why-paused.tsx'
import { decides, useMe } from '../data/use-me.ts'
import { type Compared, useDiff } from '../data/use-pull.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { Failed } from '../parts/failed.tsx'
import { useBackAgain } from '../parts/toasts.tsx'
import { useUnfoldedOnPaper } from '../parts/use-printed.ts'
import { Visible } from '../parts/visible.tsx'
import { hashOf, readLineLink } from './line-link.ts'
import { NewerRound } from './newer-round.tsx'
import { PullHead } from './pull-head.tsx'
import { Review } from './review.tsx'
import type { ReviewProps } from './review-props.ts'
import type { ShownFile } from './row.ts'
import { UnreadPull } from './unread-pull.tsx'
import { usePinnedRound } from './use-pinned-round.ts'
import { useSaidMerged } from './use-said-merged.ts'
import { useTicked } from './use-ticked.ts'

const route = getRouteApi('/pulls/$pull')

/** A pull request under review. What is read never moves under somebody's eyes: a newer round waits to be shown. */
export function PullScreen({ latest }: { readonly latest: PullView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { view, isOutdated, show } = usePinnedRound(latest)
  useBackAgain(isOutdated || latest.pull.status !== 'open')
  useSaidMerged(latest.pull)
  const { pull, checkpoint } = view
  const round = Math.min(search.round ?? pull.round, pull.round)
  const since = search.since !== undefined && search.since < round ? search.since : undefined
  const change = (to: Partial<typeof search>) => void navigate({ search: { ...search, ...to }, replace: true })
  const compare = ({ round: to, since: from }: Compared) =>
    change({ round: to === pull.round ? undefined : to, since: from })
  const showNewest = () => {
    change({ round: undefined, since: undefined })
    show()
  }
  const ticked = useTicked(round)
  const { files, sinceMine, reads } = useShownFiles(view, { round, since })
  const page = useRef<HTMLDivElement>(null)
  useUnfoldedOnPaper(page)
  return (
    <div className="pull" ref={page}>
      <div className="review-main">
        <PullHead view={view} latest={latest} compared={{ round, since }} onCompare={compare} />
        {isOutdated && <NewerRound to={latest.pull.round} onShow={showNewest} />}
        {checkpoint !== null && <Why decision={checkpoint.decision} />}
        <AgentSays agent={pull.agent} text={pull.description} />
      </div>
      {(files !== undefined || unreadIn(latest, reads) === undefined) && <Failed reads={reads} />}
      {files === undefined ? (
        <NoFiles view={latest} reads={reads} />
      ) : (
        <ReviewOf
          view={view}
          newest={latest.pull.round}
          files={files}
          sinceMine={sinceMine}
          compared={{ round, since }}
          isOutdated={isOutdated}
          onNewest={showNewest}
          ticked={ticked}
          onCommitted={show}
        />
      )}
    </div>
  )
}

/** They are on their way, or why they are not. */
function NoFiles({ view, reads }: { readonly view: PullView; readonly reads: Reads }) {
  const unread = unreadIn(view, reads)
  if (unread !== undefined) return <UnreadPull view={view} unread={unread} />
  return reads.every(({ error }) => error === null) && <p className="dim">Reading the changes…</p>
}

type Reads = readonly { readonly error: Error | null }[]

/** Why nobody can read the files: nothing of the repository, or just not these. */
function unreadIn({ unread }: PullView, reads: Reads): PullView['unread'] {
  const error = reads.map((read) => read.error).find(isOfRepository)
  return unread ?? (error && { code: error.code, reason: error.message })
}

function Why({ decision }: Pick<NonNullable<PullView['checkpoint']>, 'decision'>) {
  const [first = '', ...more] = reasonsOf(decision)
  return (
    <details className="why-fold">
      <summary>
        Why it paused: <Visible text={first} />
        {more.length > 0 && ` +${more.length} more ${more.length === 1 ? 'reason' : 'reasons'}`}
      </summary>
      <WhyPaused decision={decision} />
    </details>
  )
}

type Given = Omit<
  ReviewProps,
  'me' | 'isSplit' | 'isRendered' | 'canWrite' | 'onView' | 'onWhole' | 'file' | 'link' | 'onLines'
>

function ReviewOf(props: Given) {
  const { view, file } = route.useSearch()
  const { hash } = useLocation()
  const navigate = route.useNavigate()
  const me = useMe()
  return (
    <Review
      key={props.compared.round}
      {...props}
      me={me}
      canWrite={decides(me) && props.view.pull.status === 'open'}
      isSplit={view === 'split'}
      isRendered={view === 'rendered'}
      file={file}
      link={readLineLink(file, hash)}
      onLines={({ path, ...lines }) =>
        void navigate({ search: (before) => ({ ...before, file: path }), hash: hashOf(lines), ...IN_PLACE })
      }
      onWhole={() => void navigate({ search: (before) => ({ ...before, since: undefined }), ...IN_PLACE })}
      onView={(to) => void navigate({ search: (before) => ({ ...before, view: to }), ...IN_PLACE })}
    />
  )
}

/** The address changes, and nothing moves. */
const IN_PLACE = { replace: true, resetScroll: false, hashScrollIntoView: false } as const

/** The files of a comparison. Between rounds, marks and verdicts still count for what changes against the base. */
function useShownFiles({ pull, marks }: PullView, { round, since }: Compared) {
  const diff = useDiff(pull.id, { round, since })
  const whole = useDiff(pull.id, { round })
  // Between two rounds everything that changed is shown; where nothing was accepted, nothing is kept out of the way.
  const isBack = since === undefined && marks.reviewed > 0 && marks.reviewed < round && marks.verdicts.some(isOfHunk)
  const mine = useDiff(pull.id, { round, since: marks.reviewed }, isBack)
  const isRead = !isBack || mine.data !== undefined
  const files = useMemo(
    () =>
      diff.data === undefined || whole.data === undefined || !isRead ? undefined : withHashes(diff.data, whole.data),
    [diff.data, whole.data, isRead],
  )
  const changed = isBack ? mine.data : undefined
  const sinceMine = useMemo(
    () => (changed === undefined ? null : new Map(changed.files.map((file) => [file.path, file]))),
    [changed],
  )
  return { files, sinceMine, reads: isBack ? [diff, whole, mine] : [diff, whole] }
}

function isOfHunk({ hunk, verdict }: FileVerdict): boolean {
  return hunk !== null && verdict === 'accepted'
}

function withHashes(diff: DiffView, whole: DiffView): readonly ShownFile[] {
  if (diff === whole) return diff.files
  const hashes = new Map(whole.files.map(({ path, hash }) => [path, hash]))
  return diff.files.map((file) => ({ ...file, hash: hashes.get(file.path) ?? '' }))
}
