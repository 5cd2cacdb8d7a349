import { namedIn } from '../parts/hidden-characters.ts'
import type { ShownFile, ShownHunk } from './row.ts'

type Spans = Pick<ShownHunk, 'old' | 'new'>

/** A file, or a hunk of it, in words that tell it from every other on the page. */
export function partName({ path }: Pick<ShownFile, 'path'>, hunk?: Spans): string {
  if (hunk === undefined) return `the file ${namedIn(path)}`
  return `the hunk at ${placeOf(hunk)} of ${namedIn(path)}`
}

/** Where nothing is left, the lines that went name it. */
function placeOf({ old, new: now }: Spans): string {
  return now.count > 0 ? `line ${now.start}` : `old line ${old.start}`
}
