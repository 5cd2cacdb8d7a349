import { cutLine } from '../../src/review/cut-line.ts'
import type { ShownFile, ShownHunk, ShownLine } from './row.ts'
import { linesOf } from './row.ts'

/** A part of a file: a hunk, or unchanged lines between hunks that are shown or only counted. */
export type Part =
  | { readonly is: 'hunk'; readonly hunk: ShownHunk }
  | { readonly is: 'context'; readonly lines: readonly ShownLine[] }
  | { readonly is: 'gap'; readonly count: number; readonly before: number }

/** Takes a file apart. With its whole text the unchanged lines are lines too; without it they are gaps. */
export function partsOf(file: ShownFile, text: string | undefined): readonly Part[] {
  const lines = text === undefined ? undefined : linesOf(text)
  const parts: Part[] = []
  let [nextOld, nextNew] = [1, 1]
  const skip = (until: number) => {
    if (until <= nextNew) return
    if (lines === undefined) parts.push({ is: 'gap', count: until - nextNew, before: until })
    else parts.push({ is: 'context', lines: contextLines(lines, nextOld, { from: nextNew, until }) })
  }
  for (const hunk of file.hunks) {
    skip(startOf(hunk.new))
    parts.push({ is: 'hunk', hunk })
    nextOld = startOf(hunk.old) + hunk.old.count
    nextNew = startOf(hunk.new) + hunk.new.count
  }
  if (lines !== undefined && file.new !== null) skip(lines.length + 1)
  return parts
}

/** Git names the line before, where a side has none. */
function startOf({ start, count }: ShownHunk['new']): number {
  return count === 0 ? start + 1 : start
}

function contextLines(
  lines: readonly string[],
  old: number,
  { from, until }: { readonly from: number; readonly until: number },
): readonly ShownLine[] {
  return lines
    .slice(from - 1, until - 1)
    .map((text, at) => cutLine({ kind: 'context', text, old: old + at, new: from + at }))
}

/** Puts what was and what is side by side: the removed lines of a change beside those that came for them. */
export function pairsOf(lines: readonly ShownLine[]): readonly (readonly [ShownLine | null, ShownLine | null])[] {
  const pairs: [ShownLine | null, ShownLine | null][] = []
  let removed: ShownLine[] = []
  let added: ShownLine[] = []
  const flush = () => {
    const count = Math.max(removed.length, added.length)
    for (let at = 0; at < count; at += 1) pairs.push([removed[at] ?? null, added[at] ?? null])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'context') {
      flush()
      pairs.push([line, line])
    } else if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else added.push(line)
  }
  flush()
  return pairs
}
