import type { Stretch } from '../parts/visible.tsx'
import { type ChangedWords, changedWords } from './changed-words.ts'
import { pairsOf } from './file-lines.ts'
import type { ShownFile, ShownLine } from './row.ts'

const NONE: readonly Stretch[] = []

/** The line that stands for another one on the other side of a change, by either of both. */
const pairs = new WeakMap<ShownFile, ReadonlyMap<ShownLine, readonly [ShownLine, ShownLine]>>()
const found = new WeakMap<readonly [ShownLine, ShownLine], ChangedWords | null>()

/** What of a changed line is another than in the line that it stands for; worked out when it is drawn, and the same list each time. */
export function wordMarks(file: ShownFile, line: ShownLine | null): readonly Stretch[] {
  if (line === null || line.kind === 'context') return NONE
  const pair = pairsIn(file).get(line)
  if (pair === undefined) return NONE
  const known = found.get(pair)
  const words = known === undefined ? wordsOf(pair) : known
  if (known === undefined) found.set(pair, words)
  return words?.[line.kind === 'removed' ? 'old' : 'new'] ?? NONE
}

function wordsOf([old, now]: readonly [ShownLine, ShownLine]): ChangedWords | null {
  return old.cut === undefined && now.cut === undefined ? changedWords(old.text, now.text) : null
}

function pairsIn(file: ShownFile): ReadonlyMap<ShownLine, readonly [ShownLine, ShownLine]> {
  const known = pairs.get(file)
  if (known !== undefined) return known
  const both = file.hunks
    .flatMap(({ lines }) => pairsOf(lines))
    .filter((pair): pair is readonly [ShownLine, ShownLine] => pair[0] !== null && pair[1] !== null)
    .filter(([old, now]) => old !== now)
  const made = new Map(both.flatMap((pair) => pair.map((line) => [line, pair] as const)))
  pairs.set(file, made)
  return made
}
