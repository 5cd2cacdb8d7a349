import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import { fileOf, isForeign, pathOn, whereShown } from '../../src/review/where-shown.ts'
import { blockRows } from './block-rows.ts'
import { type Part, pairsOf, partsOf } from './file-lines.ts'
import type { BlockRow, LineRow, Row, ShownFile, ShownHunk, ShownLine, Side } from './row.ts'
import { hunkKey, sideOf } from './row.ts'

/** How somebody looks at a diff at this moment. */
export interface Look {
  readonly isSplit: boolean
  readonly round: number
  /** The round that it is compared with, instead of the base. */
  readonly since: number | undefined
  readonly newest: number
  readonly isFolded: (file: ShownFile) => boolean
  /** Whether a hunk was accepted in an earlier round, and is kept out of the way. */
  readonly isSettled: (file: ShownFile, hunk: ShownHunk) => boolean
  /** Settled hunks that somebody wants to see all the same, by the keys of their rows. */
  readonly opened: ReadonlySet<string>
  /** Whole texts of files whose unchanged lines are shown too. */
  readonly texts: ReadonlyMap<string, string>
  /** Files that are shown as they read, with their text before and after. */
  readonly rendered: ReadonlyMap<string, { readonly old: string; readonly new: string }>
  readonly threads: readonly ReviewThread[]
  readonly drafts: readonly Draft[]
}

/** Everything below the lines of one file, by the line that it stands under. */
interface Under {
  readonly at: Map<string, Row[]>
  /** What has no line among those that can be shown. */
  readonly far: Row[]
}

/** All rows of a review, in the order in which they are read. */
export function rowsOf(files: readonly ShownFile[], look: Look): readonly Row[] {
  const threads = Map.groupBy(look.threads, (thread) => fileOf(files, thread))
  return files.flatMap((file) => fileRows(file, { ...look, threads: threads.get(file) ?? [] }))
}

function fileRows(file: ShownFile, look: Look): readonly Row[] {
  const isFolded = look.isFolded(file)
  const head: Row = { is: 'file', key: `file ${file.path}`, file, isFolded }
  const under = underOf(file, look)
  const drafts = [...under.at.values(), under.far].flat().filter(({ is }) => is === 'draft')
  // What somebody is writing stays in sight, also in a file that is folded.
  if (isFolded) return [head, ...drafts]
  const rendered = look.rendered.get(file.path)
  const lines = rendered === undefined ? lineRows(file, look) : blockRows(file, rendered)
  const body = lines.flatMap((row) => [row, ...takeUnder(row, under)])
  // A line that is not shown leaves its threads behind: they come first, with the lines that they are about.
  const rest = [...under.at.values()].flat()
  return [head, ...notes(file), ...[...under.far, ...rest].map(asFar), ...body]
}

function asFar(row: Row): Row {
  return row.is === 'thread' ? { ...row, isFar: true } : row
}

function notes(file: ShownFile): readonly Row[] {
  const note = (text: string): Row => ({ is: 'note', key: `note ${file.path} ${text}`, file, text })
  const found = file.findings.map((text) => note(text))
  if (file.unshown !== undefined) return [...found, { is: 'unshown', key: `unshown ${file.path}`, file }]
  return file.hunks.length === 0 ? [...found, note(lineless(file))] : found
}

/** Why a file is among those that changed, where no line of it does. */
function lineless({ change }: ShownFile): string {
  if (change === 'added') return 'It is new, and empty.'
  return change === 'deleted' ? 'It was empty, and is gone.' : 'No line of it changes.'
}

function lineRows(file: ShownFile, look: Look): readonly Row[] {
  return partsOf(file, look.texts.get(file.path)).flatMap((part) => partRows(file, part, look))
}

function partRows(file: ShownFile, part: Part, look: Look): readonly Row[] {
  if (part.is === 'gap') return [{ is: 'gap', key: `gap ${file.path} ${part.before}`, file, count: part.count }]
  if (part.is === 'context') return rowsOfLines(file, part.lines, look.isSplit)
  const { hunk } = part
  const key = hunkKey(file, hunk)
  const isSettled = look.isSettled(file, hunk)
  const isFolded = isSettled && !look.opened.has(key)
  const head: Row = { is: 'hunk', key, file, hunk, isSettled, isFolded }
  return isFolded ? [head] : [head, ...rowsOfLines(file, hunk.lines, look.isSplit)]
}

function rowsOfLines(file: ShownFile, lines: readonly ShownLine[], isSplit: boolean): readonly LineRow[] {
  const pairs = isSplit ? pairsOf(lines) : lines.map(alone)
  return pairs.map(([old, now]) => ({
    is: 'line',
    key: `${file.path} ${old?.old ?? ''}:${now?.new ?? ''}`,
    file,
    old,
    new: now,
  }))
}

function alone(line: ShownLine): readonly [ShownLine | null, ShownLine | null] {
  return [line.kind === 'added' ? null : line, line.kind === 'removed' ? null : line]
}

const spot = (side: Side, line: number) => `${side} ${line}`

function underOf(file: ShownFile, { threads, drafts, round, since, newest }: Look): Under {
  const under: Under = { at: new Map(), far: [] }
  const add = (row: Row, place: { readonly side: Side; readonly last: number } | null) => {
    if (place === null) return void under.far.push(row)
    const key = spot(place.side, place.last)
    under.at.set(key, [...(under.at.get(key) ?? []), row])
  }
  for (const thread of threads) {
    const row: Row = { is: 'thread', key: `thread ${thread.id}`, file, thread, isFar: false }
    const at = whereShown(thread, { round, since, newest })
    // The numbers are those of one file: where another has its name by now, they would be of other lines.
    add(row, at !== null && pathOn(file, at.side) === at.path ? at : null)
  }
  for (const draft of drafts) {
    const { anchor } = draft
    if (anchor === null || pathOn(file, anchor.side) !== anchor.path) continue
    add({ is: 'draft', key: `draft ${draft.id}`, file, draft }, placeOf(anchor, draft.round ?? round, { round, since }))
  }
  return under
}

/** Where lines of a round are among those that are shown: between two rounds, what was is the earlier of them. */
function placeOf(
  { side, last }: NonNullable<Draft['anchor']>,
  of: number,
  { round, since }: Pick<Look, 'round' | 'since'>,
): { readonly side: Side; readonly last: number } | null {
  if (of === since && side === 'new') return { side: 'old', last }
  return isForeign(side, { since }) || of !== round ? null : { side, last }
}

/** What stands under a row, taken out so that it is shown once. */
function takeUnder(row: Row, { at }: Under): readonly Row[] {
  return spotsOf(row).flatMap((key) => {
    const rows = at.get(key) ?? []
    at.delete(key)
    return rows
  })
}

function spotsOf(row: Row): readonly string[] {
  if (row.is === 'block') return blockSpots(row)
  if (row.is !== 'line') return []
  const { old, new: now } = row
  return [
    ...(old?.old === undefined ? [] : [spot('old', old.old)]),
    ...(now?.new === undefined ? [] : [spot('new', now.new)]),
  ]
}

function blockSpots({ block, did }: BlockRow): readonly string[] {
  const side = sideOf({ did })
  return Array.from({ length: block.last - block.first + 1 }, (_, at) => spot(side, block.first + at))
}
