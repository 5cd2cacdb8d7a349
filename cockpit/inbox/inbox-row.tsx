import { CircleHelp, OctagonPause } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import type { TraceEntry } from '../../src/model/decision.ts'
import { AskedSentence, Name } from '../parts/asked-sentence.tsx'
import { Sign } from '../parts/sign.tsx'
import { Ago, inShort, useNow } from '../parts/time.tsx'
import { inWords } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'
import { Visible } from '../parts/visible.tsx'
import type { HeldItem, InboxItem } from './inbox-item.ts'

/** What somebody does with a row. */
export interface RowCallbacks {
  readonly onPick: (id: string) => void
  readonly onOpen: (item: InboxItem) => void
  readonly onMark: (id: string, isMarked: boolean, isRange: boolean) => void
}

/** One thing that waits: what is asked, why it is held, since when. */
export const InboxRow = memo(function InboxRow({
  item,
  isMarked,
  isCurrent,
  callbacks,
}: {
  readonly item: InboxItem
  readonly isMarked: boolean
  readonly isCurrent: boolean
  readonly callbacks: RowCallbacks
}) {
  const onClick = (event: MouseEvent) => {
    // Where there is a pane beside the list a click only looks; the keyboard opens. The router's own link costs a row too much.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const isLook = event.detail > 0 && item.is === 'held' && hasPane()
    if (isLook) callbacks.onPick(item.id)
    else callbacks.onOpen(item)
  }
  return (
    <div className="row" data-current={isCurrent} data-marked={isMarked}>
      <span className="row-mark">
        {item.is === 'held' && item.status === 'pending' && (
          <input
            type="checkbox"
            checked={isMarked}
            aria-label={`Select ${item.id}`}
            onChange={(event) => {
              const isRange = (event.nativeEvent as unknown as { readonly shiftKey?: boolean }).shiftKey === true
              callbacks.onMark(item.id, event.target.checked, isRange)
            }}
          />
        )}
      </span>
      <a href={hrefOf(item)} className="row-link" data-id={item.id} onClick={onClick}>
        <Asked item={item} />
      </a>
      <span className="row-why">{item.is === 'held' ? <Why item={item} /> : EXPLAINED[item.is]}</span>
      <Side item={item} />
    </div>
  )
})

const EXPLAINED = {
  doubt: 'Nobody knows whether it ran. Look, then say what became of it.',
  stopped: 'It goes on only when a person resumes it.',
} as const

function hasPane(): boolean {
  return matchMedia('(min-width: 1024px)').matches
}

/** Where an item is answered. */
export function placeOf(item: InboxItem) {
  if (item.is === 'held' && item.pull !== undefined) return { to: '/pulls/$pull', params: { pull: item.pull } } as const
  if (item.is === 'held') return { to: '/c/$checkpoint', params: { checkpoint: item.id } } as const
  return { to: '/jobs/$job', params: { job: item.job } } as const
}

function hrefOf(item: InboxItem): string {
  if (item.is !== 'held') return `/jobs/${encodeURIComponent(item.job)}`
  return item.pull === undefined ? `/c/${encodeURIComponent(item.id)}` : `/pulls/${encodeURIComponent(item.pull)}`
}

function Asked({ item }: { readonly item: InboxItem }) {
  if (item.is === 'doubt') {
    return (
      <>
        <CircleHelp size={15} aria-hidden className="row-icon deny" /> Did <Name text={item.tool ?? 'it'} /> run?
      </>
    )
  }
  if (item.is === 'stopped') {
    return (
      <>
        <OctagonPause size={15} aria-hidden className="row-icon stop" /> <Name text={item.agent} /> is stopped
      </>
    )
  }
  return <AskedSentence agent={item.agent} gate={item.gate} content={{ tool: item.tool }} />
}

function Why({ item }: { readonly item: HeldItem }) {
  if (item.status !== 'pending') return <Resolved item={item} />
  const [first, second, ...more] = item.why
  return (
    <>
      {item.title !== '' && (
        <span className="row-said">
          “<Visible text={item.title} />”
        </span>
      )}
      {[first, second].map((entry) => entry && <Reason key={entry.axis} entry={entry} />)}
      {more.length > 0 && <span className="dim">and {more.length} more</span>}
    </>
  )
}

function Reason({ entry: { axis, observed, limit } }: { readonly entry: TraceEntry }) {
  return (
    <span className="reason">
      {inWords(axis)}{' '}
      <b className="mono">
        <Value of={observed} />
      </b>{' '}
      against{' '}
      <span className="mono">
        <Value of={limit} />
      </span>
    </span>
  )
}

function Resolved({ item: { status, resolution } }: { readonly item: HeldItem }) {
  const by = resolution === null || resolution.by.kind === 'system' ? '' : ` by ${resolution.by.id}`
  return (
    <>
      <span>
        {status}
        {by}
      </span>
      {resolution?.reason && <Visible text={resolution.reason} />}
    </>
  )
}

function Side({ item }: { readonly item: InboxItem }) {
  return (
    <span className="row-side">
      {item.is === 'held' && <Chips item={item} />}
      <span className="row-age">
        <Ago at={item.opened_at} />
      </span>
    </span>
  )
}

function Chips({ item }: { readonly item: HeldItem }) {
  const { terms, voters, revision, sent_back, deadline, status, verdict } = item
  if (status !== 'pending') return null
  return (
    <>
      {deadline !== null && <Due at={deadline} />}
      {sent_back && <span className="chip">with the agent</span>}
      {revision > 1 && <span className="chip">revision {revision}</span>}
      {terms.quorum > 1 && (
        <span className="chip">
          {voters.length} of {terms.quorum}
        </span>
      )}
      {terms.irreversible && <span className="chip deny">can’t be undone</span>}
      {verdict === 'stop' && <Sign of="stop" />}
    </>
  )
}

/** How long somebody may still answer. */
export function Due({ at }: { readonly at: string }) {
  const left = Date.parse(at) - useNow()
  return (
    <span className={left < 600_000 ? 'chip deny' : 'chip ask'} title={new Date(at).toLocaleString()}>
      {left <= 0 ? 'overdue' : `due in ${inShort(left)}`}
    </span>
  )
}
