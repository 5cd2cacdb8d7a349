import type { DiffView } from '../../compose.ts'
import { counted } from '../../model/counted.ts'

type File = DiffView['files'][number]

/** How much changes, in a few words: `3 files, +12 -4`. */
export function measure({ files }: DiffView): string {
  const [added, removed] = (['added', 'removed'] as const).map((kind) =>
    files.reduce((sum, file) => sum + countLines(file, kind), 0),
  )
  const unshown = files.filter((file) => file.unshown !== undefined).length
  const rest = unshown === 0 ? '' : `, of which ${unshown} not shown in full`
  return `${counted(files.length, 'file')}, +${added} -${removed}${rest}`
}

/** How many lines of one kind there are in the changes of a file. */
export function countLines({ hunks }: File, kind: 'added' | 'removed'): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0)
}
