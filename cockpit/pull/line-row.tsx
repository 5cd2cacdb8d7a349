import { type MouseEvent, memo } from 'react'
import { beginningOf } from '../../src/model/beginning-of.ts'
import type { Piece } from '../code/colour-lines.ts'
import { Coloured } from '../code/coloured.tsx'
import { namedIn } from '../parts/hidden-characters.ts'
import type { Stretch } from '../parts/visible.tsx'
import type { LineRow as Line, ShownLine, Side } from './row.ts'
import { spotOf } from './use-line-cursor.ts'

/** What somebody does with a line. */
export interface LineActs {
  readonly onPick: (row: Line, side: Side, isMore: boolean) => void
  /** A mouse goes down on a number, is drawn over others, and goes up. */
  readonly onDraw: (row: Line, side: Side, how: 'down' | 'over' | 'up') => void
}

/** How a line is shown at this moment. */
export interface LineLook {
  readonly isSplit: boolean
  readonly isCurrent: boolean
  /** On which side it is chosen. */
  readonly chosen: Side | null
  readonly isFound: boolean
  /** The colours of what was and of what is, once they are there. */
  readonly oldColours: readonly Piece[] | undefined
  readonly newColours: readonly Piece[] | undefined
  /** What of each is another than on the other side. */
  readonly oldMarks: readonly Stretch[]
  readonly newMarks: readonly Stretch[]
}

interface Props extends LineLook {
  readonly row: Line
  readonly acts: LineActs
}

/** A line of the diff. Its numbers are what is clicked to comment on it; the keyboard stands on one of them. */
export const LineRow = memo(function LineRow({ row, acts, isSplit, isCurrent, chosen, isFound, ...looks }: Props) {
  const { old, new: now } = row
  const { oldColours, newColours, oldMarks, newMarks } = looks
  const line = now ?? old
  const number = (side: Side) => <LineNumber row={row} side={side} acts={acts} isCurrent={isCurrent} />
  const state = { 'data-current': isCurrent, 'data-chosen': chosen ?? undefined, 'data-found': isFound }
  if (!isSplit) {
    return (
      <div className={`dl ${line?.kind ?? ''}`} {...state}>
        {number('old')}
        {number('new')}
        <Text line={line} colours={now === null ? oldColours : newColours} marks={now === null ? oldMarks : newMarks} />
      </div>
    )
  }
  return (
    <div className="dl-pair" {...state}>
      <div className={`dl half ${old?.kind ?? 'none'}`} data-side="old">
        {number('old')}
        <Text line={old} colours={oldColours} marks={oldMarks} />
      </div>
      <div className={`dl half ${now?.kind ?? 'none'}`} data-side="new">
        {number('new')}
        <Text line={now} colours={newColours} marks={newMarks} />
      </div>
    </div>
  )
})

const SIGNS = { context: ' ', removed: '−', added: '+' } as const
const SPOKEN = { context: '', removed: ', removed', added: ', added' } as const

interface TextProps {
  readonly line: ShownLine | null
  readonly colours: readonly Piece[] | undefined
  readonly marks: readonly Stretch[]
}

function Text({ line, colours, marks }: TextProps) {
  if (line === null) return <span className="dl-text" />
  return (
    <>
      <span className="dl-sign" aria-hidden>
        {SIGNS[line.kind]}
      </span>
      <code className="dl-text">
        {/* An empty line that holds nothing is left out of what somebody copies. */}
        {line.text === '' ? <br /> : <Coloured text={line.text} pieces={colours} marks={marks} />}
        {line.cut !== undefined && (
          <span className="chip ask">{line.cut.toLocaleString('en')} more characters, not shown</span>
        )}
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
  return (
    <button
      type="button"
      className="dl-no"
      tabIndex={isMain && isCurrent ? 0 : -1}
      {...(isMain && { 'data-line': row.key })}
      aria-label={`${side === 'old' ? 'Old line' : 'Line'} ${number}${SPOKEN[line.kind]}: ${namedIn(beginningOf(line.text, 200))}`}
      onClick={onClick}
      onMouseDown={(event) => event.button === 0 && !event.shiftKey && acts.onDraw(row, side, 'down')}
      onMouseEnter={(event) => event.buttons === 1 && acts.onDraw(row, side, 'over')}
      onMouseUp={() => acts.onDraw(row, side, 'up')}
    >
      {number}
    </button>
  )
}
