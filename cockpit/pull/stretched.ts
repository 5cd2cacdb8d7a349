import type { BlockRow, Row } from './row.ts'

interface Lines {
  readonly first: number
  readonly last: number
}

interface Step {
  /** The line that stays chosen: the keyboard stands on it. */
  readonly from: number
  readonly by: 1 | -1
  /** A comment quotes its lines, so it can't begin or end on one that is not known. */
  readonly known: ReadonlyMap<number, string>
}

/** Lines with their other end moved by one; a choice that does not begin or end at the line begins anew there. */
export function stretched(chosen: Lines | null, { from, by, known }: Step): Lines {
  const end = otherEnd(chosen, from)
  const to = known.has(end + by) ? end + by : end
  return { first: Math.min(from, to), last: Math.max(from, to) }
}

function otherEnd(chosen: Lines | null, from: number): number {
  if (chosen?.first === from) return chosen.last
  return chosen?.last === from ? chosen.first : from
}

/** The blocks of a rendered file among which a choice moves, in their order. */
export function blocksAround(rows: readonly Row[], row: BlockRow): readonly Lines[] {
  const blocks = rows.filter((one): one is BlockRow => one.is === 'block' && one.file.path === row.file.path)
  const isKept = ({ did }: BlockRow) => did === 'kept'
  if (row.did !== 'removed') return blocks.filter(({ did }) => did !== 'removed').map(({ block }) => block)
  // What stayed is shown by its lines as they are now, so that a choice of what was ends there.
  const at = blocks.indexOf(row)
  const before = blocks.slice(0, at).findLastIndex(isKept)
  const behind = blocks.slice(at).findIndex(isKept)
  const between = blocks.slice(before + 1, behind < 0 ? undefined : at + behind)
  return between.filter(({ did }) => did === 'removed').map(({ block }) => block)
}

/** The same for blocks: the lines from the first of them to the end of the last, with the other end moved by one block. */
export function stretchedBlocks(
  chosen: Lines | null,
  { from, by, blocks }: { readonly from: Lines; readonly by: 1 | -1; readonly blocks: readonly Lines[] },
): Lines {
  const at = blocks.findIndex(({ first }) => first === from.first)
  const end = otherBlock(chosen, from, blocks)
  const to = Math.min(Math.max((end < 0 ? at : end) + by, 0), blocks.length - 1)
  const [first, last] = [blocks[Math.min(at, to)] ?? from, blocks[Math.max(at, to)] ?? from]
  return { first: first.first, last: last.last }
}

/** The block at which a choice ends that begins or ends with one; -1 where it does neither. */
function otherBlock(chosen: Lines | null, from: Lines, blocks: readonly Lines[]): number {
  if (chosen?.first === from.first) return blocks.findIndex(({ last }) => last === chosen.last)
  return chosen?.last === from.last ? blocks.findIndex(({ first }) => first === chosen.first) : -1
}

/** What is chosen with the block to which a mouse reaches: from where it began, on either side. */
export function blocksTo(chosen: Lines, to: Lines): Lines {
  const isBelow = to.first >= chosen.first
  return isBelow ? { first: chosen.first, last: to.last } : { first: to.first, last: chosen.last }
}
