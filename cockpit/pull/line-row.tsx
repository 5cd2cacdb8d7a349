import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { Visible } from '../parts/visible.tsx'
import type { LineRow as Line, ShownLine, Side } from './row.ts'
import { spotOf } from './use-line-cursor.ts'

/** What somebody does with a line. */
export interface LineActs {
  readonly onPick: (row: Line, side: Side, isMore: boolean) => void
  readonly onStretch: (row: Line, by: 1 | -1) => void
}

/** How a line is shown at this moment. */
export interface LineLook {
  readonly isSplit: boolean
  readonly isCurrent: boolean
  /** On which side it is chosen. */
  readonly chosen: Side | null
  readonly isFound: boolean
}

interface Props extends LineLook {
  readonly row: Line
  readonly acts: LineActs
}

/** A line of the diff. Its numbers are what is clicked to comment on it; the keyboard stands on one of them. */
export const LineRow = memo(function LineRow({ row, acts, isSplit, isCurrent, chosen, isFound }: Props) {
  const { old, new: now } = row
  const line = now ?? old
  const number = (side: Side) => <LineNumber row={row} side={side} acts={acts} isCurrent={isCurrent} />
  const state = { 'data-current': isCurrent, 'data-chosen': chosen ?? undefined, 'data-found': isFound }
  if (!isSplit) {
    return (
      <div className={`dl ${line?.kind ?? ''}`} {...state}>
        {number('old')}
        {number('new')}
        <Text line={line} />
      </div>
    )
  }
  return (
    <div className="dl-pair" {...state}>
      <div className={`dl half ${old?.kind ?? 'none'}`} data-side="old">
        {number('old')}
        <Text line={old} />
      </div>
      <div className={`dl half ${now?.kind ?? 'none'}`} data-side="new">
        {number('new')}
        <Text line={now} />
      </div>
    </div>
  )
})

const SIGNS = { context: ' ', removed: '−', added: '+' } as const
const SPOKEN = { context: '', removed: ', removed', added: ', added' } as const

function Text({ line }: { readonly line: ShownLine | null }) {
  if (line === null) return <span className="dl-text" />
  return (
    <>
      <span className="dl-sign" aria-hidden>
        {SIGNS[line.kind]}
      </span>
      <code className="dl-text">
        <Visible text={line.text} />
        {line.unended === true && <span className="chip">no line end</span>}
      </code>
    </>
  )
}

function LineNumber({
  row,
  side,
  acts,
  isCurrent,
}: Pick<Props, 'row' | 'acts' | 'isCurrent'> & { readonly side: Side }) {
  const line = side === 'old' ? row.old : row.new
  const number = line?.[side]
  if (line === null || number === undefined) return <span className="dl-no" />
  const isMain = spotOf(row).side === side
  const onClick = (event: MouseEvent) => acts.onPick(row, side, event.shiftKey)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    acts.onStretch(row, event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <button
      type="button"
      className="dl-no"
      tabIndex={isMain && isCurrent ? 0 : -1}
      {...(isMain && { 'data-line': row.key })}
      aria-label={`${side === 'old' ? 'Old line' : 'Line'} ${number}${SPOKEN[line.kind]}: ${line.text.slice(0, 200)}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {number}
    </button>
  )
}
