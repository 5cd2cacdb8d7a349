import { CircleHelp, OctagonPause } from 'lucide-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import { askedText } from '../parts/asked-parts.ts'
import { Name, sentenceOf } from '../parts/asked-sentence.tsx'
import { DemoTag } from '../parts/demo-tag.tsx'
import { namedIn } from '../parts/hidden-characters.ts'
import { wordsOf } from '../parts/local-times.ts'
import { Sign } from '../parts/sign.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { agoAt, exactTime, inShort, useNow } from '../parts/time.tsx'
import { pieces } from '../parts/visible.tsx'
import { workTitle } from '../parts/work-title.tsx'
import { jobInShort } from './alike-items.ts'
import type { HeldItem, InboxItem } from './inbox-item.ts'
import { hrefOf } from './item-place.ts'

/** What somebody does with a row. */
export interface RowCallbacks {
  readonly onPick: (id: string) => void
  readonly onOpen: (item: InboxItem) => void
  readonly onMark: (id: string, isMarked: boolean, isRange: boolean) => void
}

interface RowProps {
  readonly item: InboxItem
  readonly isMarked: boolean
  readonly isCurrent: boolean
  /** Another row reads the same. */
  readonly isAlike: boolean
  readonly callbacks: RowCallbacks
  /** Which of how many it is, and where it lies. */
  readonly place: number
  readonly count: number
  readonly top: number
  readonly height: number
  readonly now: number
}

/**
 * One thing that waits: what is asked of whom, why it is held, since when. Its parts are functions and not components, because the
 * first drawing of the page is mostly rows, and a component costs as much as an element.
 */
export const InboxRow = memo(function InboxRow(props: RowProps) {
  const { item, isMarked, isCurrent, isAlike, callbacks, place, count, top, height, now } = props
  const style: CSSProperties = { height, transform: `translateY(${top}px)` }
  return (
    <div
      className="row"
      role="listitem"
      aria-setsize={count}
      aria-posinset={place}
      data-current={isCurrent}
      data-marked={isMarked}
      style={style}
    >
      {item.is === 'held' && item.status === 'pending' && (
        <input
          type="checkbox"
          className="row-mark"
          checked={isMarked}
          aria-label={`Select: ${namedIn(toldOf(item, isAlike))}`}
          onChange={(event) => {
            const isRange = (event.nativeEvent as unknown as { readonly shiftKey?: boolean }).shiftKey === true
            callbacks.onMark(item.id, event.target.checked, isRange)
          }}
        />
      )}
      <a
        href={hrefOf(item)}
        className="row-link"
        data-id={item.id}
        onClick={(event) => onRowClick(event, item, callbacks)}
      >
        {askedOf(item, isAlike)}
      </a>
      {whyOf(item)}
      {sideOf(item, now)}
    </div>
  )
})

/** All that the row says of what it is about, as plain text. */
function toldOf(item: HeldItem, isAlike: boolean): string {
  const title = item.pull === undefined ? '' : item.title
  const parts = [title === '' ? '' : `“${title}”`, isAlike ? jobInShort(item.job) : '', item.about]
  return [askedText({ ...item, content: item }), ...parts.filter((part) => part !== '')].join(', ')
}

/** Where there is a pane beside the list a click only looks; the keyboard opens. The router's own link costs a row too much. */
function onRowClick(event: MouseEvent, item: InboxItem, callbacks: RowCallbacks): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const isLook = event.detail > 0 && item.is === 'held' && hasPane()
  if (isLook) callbacks.onPick(item.id)
  else callbacks.onOpen(item)
}

function hasPane(): boolean {
  return matchMedia('(min-width: 1024px)').matches
}

function askedOf(item: InboxItem, isAlike: boolean): ReactNode {
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
  const { agent, gate, tool, status, about } = item
  const asked = sentenceOf({ agent, gate, content: { tool } }, status === 'pending' ? 'now' : 'then')
  return (
    <>
      {isAlike ? cutBeforeJob(item, asked) : asked}
      {!isAlike && workTitle(item)}
      {about !== '' && ' '}
      {about !== '' && <bdi className="row-about">{pieces(about)}</bdi>}
    </>
  )
}

/** Where only the job tells a row from another one, what both say gives way to it. */
function cutBeforeJob(item: HeldItem, asked: ReactNode): ReactNode {
  return (
    <>
      <span className="row-cut">
        {asked}
        {workTitle(item)}
      </span>{' '}
      <bdi className="row-about">{jobInShort(item.job)}</bdi>
    </>
  )
}

const EXPLAINED = {
  doubt: 'Nobody knows whether it ran. Look, then say what became of it.',
  stopped: 'It goes on only when a person resumes it.',
} as const

/** One plain sentence; the agent's own words only where nothing else tells what it is about. */
function whyOf(item: InboxItem): ReactNode {
  if (item.is !== 'held') return <span className="row-why">{EXPLAINED[item.is]}</span>
  if (item.status !== 'pending') return resolvedOf(item)
  const isSaid = item.title !== '' && item.about === ''
  return (
    <span className="row-why">
      {isSaid && <bdi className="row-said">“{pieces(item.title)}”</bdi>}
      {reasonsIn(item)}
    </span>
  )
}

/** The first reason, and how many more there are: all of them run together are read by nobody. */
function reasonsIn({ reasons: [first = '', ...more] }: HeldItem): ReactNode {
  return (
    <>
      <bdi>{pieces(first)}</bdi>
      {more.length > 0 && (
        <span className="row-more" title={namedIn(more.join('\n'))}>
          {more.length === 1 ? '+1 more reason' : `+${more.length} more reasons`}
        </span>
      )}
    </>
  )
}

function resolvedOf({ status, resolution }: HeldItem): ReactNode {
  const by = resolution === null || resolution.by.kind === 'system' ? '' : `by ${resolution.by.id}`
  return (
    <span className="row-why">
      <StatusChip status={status} />
      {by !== '' && <span>{by}</span>}
      {resolution?.reason && <bdi>{pieces(wordsOf(resolution.by, resolution.reason))}</bdi>}
    </span>
  )
}

function sideOf(item: InboxItem, now: number): ReactNode {
  const decided = item.is === 'held' ? item.resolution?.at : undefined
  return (
    <span className="row-side">
      {item.is === 'held' && item.demo && <DemoTag />}
      {item.is === 'held' && item.status === 'pending' && chipsOf(item, now)}
      {agoAt(decided ?? item.opened_at, now)}
    </span>
  )
}

function chipsOf(item: HeldItem, now: number): ReactNode {
  const { terms, voters, revision, sent_back, deadline, late_since, verdict, may_approve } = item
  return (
    <>
      {late_since !== undefined && lateSince(late_since, now)}
      {deadline !== null && dueAt(deadline, now)}
      {sent_back && <span className="chip">with the agent</span>}
      {!sent_back && may_approve === 'others' && <span className="chip">others approve</span>}
      {!sent_back && may_approve === 'nobody' && <span className="chip deny">nobody may approve</span>}
      {revision > 1 && <span className="chip">revision {revision}</span>}
      {terms.quorum > 1 && <span className="chip">{`${voters.length} of ${terms.quorum}`}</span>}
      {terms.irreversible && <span className="chip deny">can’t be undone</span>}
      {verdict === 'stop' && <Sign of="stop" />}
    </>
  )
}

/** How long somebody may still answer. */
export function Due({ at }: { readonly at: string }) {
  return dueAt(at, useNow())
}

/** How long ago somebody should have answered what waits all the same. */
export function Late({ since }: { readonly since: string }) {
  return lateSince(since, useNow())
}

function lateSince(since: string, now: number): ReactNode {
  return (
    <span className="chip deny" {...exactTime(since)}>
      late by {inShort(now - Date.parse(since))}
    </span>
  )
}

function dueAt(at: string, now: number): ReactNode {
  const left = Date.parse(at) - now
  return (
    <span className={left < 600_000 ? 'chip deny' : 'chip ask'} {...exactTime(at)}>
      {left <= 0 ? 'overdue' : `due in ${inShort(left)}`}
    </span>
  )
}
