import { sayWhyNot } from '../parts/toasts.tsx'
import { anchorOf, sideLines } from './anchor-of.ts'
import { anchorInEarlier, stillThere } from './between-rounds.ts'
import type { LineActs } from './line-row.tsx'
import { type BlockRow, type LineRow, type Row, type ShownFile, type Side, sideOf } from './row.ts'
import { blocksAround, blocksTo, stretched, stretchedBlocks } from './stretched.ts'
import type { Drafting } from './use-drafting.ts'
import { type Chosen, type LineCursor, spotOf } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'

/** Whoever suggests other lines says what should stand in the place of some that do. */
const GONE = 'This line is gone, so that nothing can stand in its place. Suggest it on a line that stands there now.'

interface Given {
  readonly since: number | undefined
  readonly canWrite: boolean
  readonly cursor: LineCursor
  readonly drafting: Drafting
  readonly looking: Looking
}

/** Beginning comments on lines, by mouse and by keyboard. */
export function commentingOn(given: Given) {
  const { cursor, drafting } = given
  const known = knownIn(given.looking)
  const begin = beginningOf(given)
  const onComment = (row: LineRow | BlockRow, kind: 'blocking' | 'suggestion') => begin(chosenFrom(cursor, row), kind)
  const onStretch = (row: LineRow | BlockRow, by: 1 | -1, rows: readonly Row[]) => {
    if (row.is === 'block') {
      const blocks = blocksAround(rows, row)
      return cursor.stretch(row.file, sideOf(row), (chosen) => ({
        kind: 'block',
        ...stretchedBlocks(chosen, { from: row.block, by, blocks }),
      }))
    }
    const { side, line: from } = spotOf(row)
    cursor.stretch(row.file, side, (chosen) => stretched(chosen, { from, by, known: known(row.file, side) }))
  }
  const drawing = drawingOf(cursor, (chosen) => begin(chosen, 'blocking'))
  const lineActs: LineActs = {
    ...drawing,
    onPick: (row, side, isMore) => {
      const line = row[side]?.[side]
      if (drafting.reaching === null || line === undefined) return drawing.onPick(row, side, isMore)
      drafting.reachOn({ file: row.file, side, line, lines: known(row.file, side) })
    },
  }
  const onBlock = (row: BlockRow, isMore: boolean) => {
    const { file, block } = row
    const side = sideOf(row)
    if (drafting.reaching !== null) {
      return drafting.reachOn({ file, side, line: block.first, last: block.last, lines: known(file, side) })
    }
    const { chosen } = cursor
    const isFrom = isMore && chosen?.file.path === file.path && chosen.side === side
    const next = isFrom ? { file, side, kind: 'block' as const, ...blocksTo(chosen, block) } : chosenFrom(cursor, row)
    // The keyboard stays where the choice begins.
    if (isFrom) cursor.stretch(file, side, () => next)
    else cursor.go(row.key, next)
    begin(next, 'blocking')
  }
  return { onComment, onStretch, onBlock, lineActs }
}

/** The lines of one side of a file that are known. */
function knownIn({ texts, rendered }: Looking): (file: ShownFile, side: Side) => ReadonlyMap<number, string> {
  return (file, side) => {
    const text = side === 'new' ? (texts.get(file.path) ?? rendered.get(file.path)?.new) : undefined
    const old = side === 'old' ? rendered.get(file.path)?.old : undefined
    return sideLines(file, side, text ?? old)
  }
}

/** Begins a comment on what is chosen. */
function beginningOf({ canWrite, drafting, looking, since }: Omit<Given, 'cursor'>) {
  const known = knownIn(looking)
  return ({ file, ...range }: Chosen, kind: 'blocking' | 'suggestion') => {
    if (!canWrite) return
    const { side } = range
    const lines = known(file, side)
    const isEarlier = side === 'old' && since !== undefined
    const earlier = { range, lines, text: looking.texts.get(file.path) }
    const there = isEarlier ? stillThere(file, earlier) : null
    if (there !== null) return void drafting.begin(anchorOf(file, there, known(file, 'new')), kind)
    if (kind === 'suggestion' && side === 'old') return sayWhyNot(GONE)
    // A comment on what was is about the base, and these lines are of an earlier round.
    if (isEarlier) return void drafting.begin(anchorInEarlier(file, earlier), kind, since)
    drafting.begin(anchorOf(file, range, lines), kind)
  }
}

/** What a comment on a row is about: what is chosen from there, or the row alone. */
function chosenFrom(cursor: LineCursor, row: LineRow | BlockRow): Chosen {
  const { file } = row
  const chosen = cursor.chosen?.file.path === file.path ? cursor.chosen : null
  if (row.is === 'block') {
    const { first, last } = row.block
    // A mouse may be on another block than the keyboard, and means that one.
    const isFrom = chosen !== null && cursor.key === row.key
    return isFrom ? chosen : { file, side: sideOf(row), kind: 'block', first, last }
  }
  const { side, line } = spotOf(row)
  return chosen ?? { file, side, first: line, last: line }
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
