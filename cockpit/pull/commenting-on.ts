import { sayWhyNot } from '../parts/toasts.tsx'
import { anchorOf, sideLines } from './anchor-of.ts'
import type { LineActs } from './line-row.tsx'
import type { BlockRow, LineRow, ShownFile, Side } from './row.ts'
import type { Drafting } from './use-drafting.ts'
import { type Chosen, type LineCursor, spotOf } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'

const BETWEEN = 'This line went between two rounds. Look at all changes to comment on what was.'

/** Whoever suggests other lines says what should stand in the place of some that do. */
const GONE = 'This line is gone, so that nothing can stand in its place. Suggest it on a line that stands there now.'

/** Beginning comments on lines, by mouse and by keyboard. */
export function commentingOn({
  canWrite,
  cursor,
  drafting,
  looking,
  since,
}: {
  readonly since: number | undefined
  readonly canWrite: boolean
  readonly cursor: LineCursor
  readonly drafting: Drafting
  readonly looking: Looking
}) {
  const known = (file: ShownFile, side: Side) => {
    const text = side === 'new' ? (looking.texts.get(file.path) ?? looking.rendered.get(file.path)?.new) : undefined
    const old = side === 'old' ? looking.rendered.get(file.path)?.old : undefined
    return sideLines(file, side, text ?? old)
  }
  const begin = ({ file, ...range }: Chosen, kind: 'blocking' | 'suggestion') => {
    if (!canWrite) return
    const { side } = range
    // A comment on what was is about the base, and these lines are of an earlier round.
    if (side === 'old' && since !== undefined) return sayWhyNot(BETWEEN)
    if (kind === 'suggestion' && side === 'old') return sayWhyNot(GONE)
    drafting.begin(anchorOf(file, range, known(file, side)), kind)
  }
  const onComment = (row: LineRow | BlockRow, kind: 'blocking' | 'suggestion') => {
    const { file } = row
    if (row.is === 'block') {
      const side = row.did === 'removed' ? 'old' : 'new'
      return begin({ file, side, kind: 'block', first: row.block.first, last: row.block.last }, kind)
    }
    const { side, line } = spotOf(row)
    const chosen = cursor.chosen?.file.path === file.path ? cursor.chosen : { file, side, first: line, last: line }
    begin(chosen, kind)
  }
  const onStretch = (row: LineRow, by: 1 | -1) => cursor.stretch(row, by, known(row.file, spotOf(row).side))
  const drawing = drawingOf(cursor, (chosen) => begin(chosen, 'blocking'))
  const lineActs: LineActs = {
    ...drawing,
    onPick: (row, side, isMore) => {
      const line = row[side]?.[side]
      if (drafting.reaching === null || line === undefined) return drawing.onPick(row, side, isMore)
      drafting.reachOn({ file: row.file, side, line, lines: known(row.file, side) })
    },
  }
  return { onComment, onStretch, lineActs }
}

/** What a mouse does on the numbers of lines. */
function drawingOf(cursor: LineCursor, begin: (chosen: Chosen) => unknown): LineActs {
  return {
    onPick: (row, side, isMore) => {
      const line = row[side]?.[side]
      if (line === undefined) return
      if (!isMore) cursor.go(row.key)
      begin(cursor.choose(row.file, { side, line }, isMore))
    },
    onDraw: (row, side, how) => {
      const line = row[side]?.[side]
      if (line === undefined) return
      if (how === 'down') return cursor.press(row.file, { side, line })
      const drawn = cursor.draw(row.file, { side, line })
      if (drawn !== null && how === 'up') begin(drawn)
    },
  }
}
