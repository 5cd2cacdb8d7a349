import type { Anchor } from '../../src/model/anchor.ts'
import { anchorOf, type Range } from './anchor-of.ts'
import { partsOf } from './file-lines.ts'
import type { ShownFile, ShownLine } from './row.ts'

/** Lines that are chosen on the side of the earlier of two rounds, and what is known of them. */
interface Earlier {
  readonly range: Range
  /** The lines of the earlier round that are known, by their numbers. */
  readonly lines: ReadonlyMap<number, string>
  /** The whole text of the later round, where it is shown. */
  readonly text: string | undefined
}

/** The same lines as the later round has them; null where one of them is gone from it. */
export function stillThere(file: ShownFile, { range, text }: Pick<Earlier, 'range' | 'text'>): Range | null {
  const chosen = shownLines(file, text).filter(
    ({ old }) => old !== undefined && old >= range.first && old <= range.last,
  )
  const numbers = chosen.flatMap((line) => (line.new === undefined ? [] : [line.new]))
  const isAll = range.kind !== 'block' && numbers.length === chosen.length && numbers.length > 0
  return isAll ? { side: 'new', first: Math.min(...numbers), last: Math.max(...numbers) } : null
}

/** What a comment on lines keeps that are gone: to the earlier round they were what is. */
export function anchorInEarlier(file: ShownFile, { range, lines, text }: Earlier): Anchor {
  const context = shownLines(file, text).flatMap((line): [number, string][] =>
    line.old === undefined ? [] : [[line.old, line.text]],
  )
  return { ...anchorOf(file, range, new Map([...context, ...lines])), side: 'new' }
}

function shownLines(file: ShownFile, text: string | undefined): readonly ShownLine[] {
  return partsOf(file, text).flatMap((part) => {
    if (part.is === 'gap') return []
    return part.is === 'hunk' ? part.hunk.lines : part.lines
  })
}
