import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ListedPull } from '../../src/api/pull-views.ts'
import { MOST_AT_ONCE } from '../../src/model/most-at-once.ts'
import { MOST_EACH, MOST_ROWS } from '../data/load-all.ts'
import { countOf, type Held, useDone, useHasMore, useOfAgent, useStuck, useWaiting } from '../data/use-inbox.ts'
import { useMe } from '../data/use-me.ts'
import { Name } from '../parts/asked-sentence.tsx'
import { Failed, type Read } from '../parts/failed.tsx'
import { useNow } from '../parts/time.tsx'
import { say } from '../parts/toasts.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { InboxHead } from './inbox-head.tsx'
import type { InboxItem } from './inbox-item.ts'
import { InboxList } from './inbox-list.tsx'
import type { RowCallbacks } from './inbox-row.tsx'
import { type InboxSearch, select } from './inbox-search.ts'
import { placeOf } from './item-place.ts'
import { Preview, type Quick } from './preview.tsx'
import { StuckMerges } from './stuck-merges.tsx'
import { useCursor } from './use-cursor.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useMarks } from './use-marks.ts'

const route = getRouteApi('/')

/** Everything that needs somebody, most urgent first; answered here or opened. */
export function InboxPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, heap, isKnown, counts, reads, whole } = useRows(search)
  const stuck = useStuck()
  const fits = isKnown && isFiltered(search) ? items.length : undefined
  const { current, setCurrent } = useCursor(items)
  const marks = useMarks(items)
  const { mark } = marks
  const callbacks = useCallbacks(setCurrent, mark)
  const item = items[current]
  const { answering, answer, close } = useQuickAnswer(marks.marked, item, callbacks.onOpen)
  useInboxKeys({ items, current, onMove: setCurrent, onAnswer: answer, onMark: marks.toggle })
  const change = useCallback(
    (to: Partial<InboxSearch>) => void navigate({ search: (before) => ({ ...before, ...to }), replace: true }),
    [navigate],
  )
  const goTo = useCallback(
    (view: InboxSearch['view']) => void navigate({ search: (before) => ({ ...before, view }) }),
    [navigate],
  )
  // What is under the cursor is drawn behind the cursor's own move, so that a key is always answered at once.
  const shown = useDeferredValue(item?.is === 'held' ? item.id : undefined)
  return (
    <div className="inbox" data-has-preview={shown !== undefined}>
      <InboxHead search={search} counts={counts} items={heap} fits={fits} onChange={change} onView={goTo} />
      <Notices stuck={stuck} reads={reads} whole={whole} />
      {marks.marked.size > 0 && <MarkedBar count={marks.marked.size} onAnswer={answer} onClear={marks.clear} />}
      {items.length === 0 ? (
        // What could not be read says so above: it is neither on its way nor known to be nothing.
        reads.every(({ error }) => error === null) && (
          <Nothing isKnown={isKnown} search={search} others={counts.others ?? 0} isStuck={stuck.length > 0} />
        )
      ) : (
        <InboxList
          label={search.view === 'done' ? 'What was answered' : 'What waits'}
          items={items}
          current={current}
          marked={marks.marked}
          callbacks={callbacks}
        />
      )}
      {shown !== undefined && <Preview key={shown} id={shown} onAnswer={answer} />}
      {answering && <AnswerDialog {...answering} onClose={close} />}
    </div>
  )
}

/** Which rows are being answered and how, and the way to begin: with those that are selected, or the one under the cursor. */
function useQuickAnswer(marked: ReadonlySet<string>, item: InboxItem | undefined, onOpen: RowCallbacks['onOpen']) {
  const [answering, setAnswering] = useState<{ readonly ids: readonly string[]; readonly answer: Quick }>()
  const begin = (answer: Quick) => {
    if (marked.size > MOST_AT_ONCE) return say('deny', `At most ${MOST_AT_ONCE} are answered at once. Select fewer.`)
    if (marked.size > 0) return setAnswering({ ids: [...marked], answer })
    if (item?.is !== 'held') return
    // A question that takes another answer is given it on its own page.
    if (item.terms.answers.includes(answer)) setAnswering({ ids: [item.id], answer })
    else onOpen(item)
  }
  const latest = useRef(begin)
  latest.current = begin
  // Always the same function, so that what is under the cursor is drawn anew only when it changes.
  const answer = useCallback((kind: Quick) => latest.current(kind), [])
  return { answering, answer, close: () => setAnswering(undefined) }
}

const NOTHING: readonly InboxItem[] = []

function useRows(search: InboxSearch) {
  const { view = 'mine' } = search
  const { items: waiting, reads: waits } = useWaiting()
  const { items: done, reads: ends } = useDone(view === 'done')
  const me = useMe()
  const now = useNow()
  const isCut = useHasMore()
  const agent = isCut && view !== 'done' ? search.agent : undefined
  const { held, read } = useOfAgent(agent)
  const known = view === 'done' ? done : waiting
  const heap = useMemo(() => joined(known ?? NOTHING, held), [known, held])
  // Ten thousand rows are sorted when they change, not whenever the cursor moves.
  const items = useMemo(() => select(heap, search, { me, now }), [heap, search, me, now])
  const mine = countOf(waiting, me)
  const all = waiting?.length
  const counts = useMemo(() => (all === undefined ? {} : { mine, others: all - mine, isCut }), [all, mine, isCut])
  const reads = view === 'done' ? ends : [...waits, ...(agent === undefined ? [] : [read])]
  return { items, heap, isKnown: known !== undefined, counts, reads, whole: held === undefined ? undefined : agent }
}

/** The rows of one agent in the place of those few that came with the list. */
function joined(items: readonly InboxItem[], held: Held | undefined): readonly InboxItem[] {
  return held === undefined ? items : [...items.filter(({ id }) => !held.has(id)), ...held.values()]
}

/** Always the same functions, so that a row is drawn anew only when it changes. */
function useCallbacks(onPick: RowCallbacks['onPick'], onMark: RowCallbacks['onMark']): RowCallbacks {
  const navigate = useNavigate()
  return useMemo(() => ({ onPick, onMark, onOpen: (item) => void navigate(placeOf(item)) }), [onPick, onMark, navigate])
}

interface Told {
  readonly stuck: readonly ListedPull[]
  readonly reads: readonly Read[]
  readonly whole: string | undefined
}

/** What stands above the rows: merges that are stuck, and that the rows could not be read, or not all of them. */
function Notices({ stuck, reads, whole }: Told) {
  const hasMore = useHasMore()
  const hasFailed = reads.some(({ error }) => error !== null)
  if (stuck.length === 0 && !hasFailed && !hasMore) return null
  return (
    <div className="inbox-notices">
      {stuck.length > 0 && <StuckMerges pulls={stuck} />}
      {hasFailed && <Failed reads={reads} />}
      {hasMore && !hasFailed && (
        <p className="notice ask">
          <span>{whole === undefined ? CUT : <CutBesides agent={whole} />}</span>
        </p>
      )}
    </div>
  )
}

const CUT = `More waits than is shown: the oldest ${inDigits(MOST_ROWS)}, what runs out first, and of every agent up to ${inDigits(MOST_EACH)}. Filter by an agent, and all of its are read.`

/** What is said where one agent's rows were read by themselves. */
function CutBesides({ agent }: { readonly agent: string }) {
  const hasMore = useHasMore(agent)
  if (!hasMore)
    return (
      <>
        {'All that '}
        <Name text={agent} />
        {' waits with is here. Of all agents, more waits than is shown.'}
      </>
    )
  return (
    <>
      {'More of '}
      <Name text={agent} />
      {` waits than is shown: its oldest ${inDigits(MOST_ROWS)}. All of it: leeway checkpoints --agent NAME`}
    </>
  )
}

function inDigits(count: number): string {
  return count.toLocaleString('en')
}

function isFiltered({ agent, kind, why, q }: InboxSearch): boolean {
  return [agent, kind, why, q].some((filter) => filter !== undefined)
}

function MarkedBar({
  count,
  onAnswer,
  onClear,
}: {
  readonly count: number
  readonly onAnswer: (answer: Quick) => void
  readonly onClear: () => void
}) {
  return (
    <div className="marked-bar" role="group" aria-label="Selected rows">
      <strong>{count} selected</strong>
      <button type="button" className="button quiet" onClick={onClear}>
        Clear
      </button>
      <button type="button" className="button danger" onClick={() => onAnswer('reject')}>
        Reject {count}…
      </button>
      <button type="button" className="button primary" onClick={() => onAnswer('approve')}>
        Approve {count}…
      </button>
    </div>
  )
}

function Nothing({
  isKnown,
  search,
  others,
  isStuck,
}: {
  readonly isKnown: boolean
  readonly search: InboxSearch
  /** How much waits, and needs somebody else. */
  readonly others: number
  /** Something else is said above. */
  readonly isStuck: boolean
}) {
  if (!isKnown) return <p className="nothing dim">Looking…</p>
  if (isFiltered(search)) return <p className="nothing">Nothing here fits the filters.</p>
  if (search.view === 'others') return <p className="nothing">Nothing waits for anybody else.</p>
  if (search.view === 'done') return <p className="nothing">Nothing has been answered yet.</p>
  return (
    <div className="nothing">
      <h2>{isStuck ? 'No question needs you' : 'Nothing needs you'}</h2>
      <p className="dim">Agents are at work, or at rest. What is held will appear here by itself.</p>
      {others > 0 && (
        <p>
          <Link to="/" search={{ view: 'others' }}>
            {others === 1 ? 'One waits for others' : `${others} wait for others`}
          </Link>
        </p>
      )}
    </div>
  )
}
