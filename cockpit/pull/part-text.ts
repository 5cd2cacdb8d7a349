import type { Anchor } from '../../src/model/anchor.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import type { ShownFile } from './row.ts'

type Hashed = Pick<ShownFile, 'path'> & { readonly hunks: readonly Pick<ShownFile['hunks'][number], 'hash'>[] }

/** Which lines of which file a comment is on, as they are written at the command line. */
export function rangeText({ path, side, first, last }: Pick<Anchor, 'path' | 'side' | 'first' | 'last'>): string {
  const lines = first === last ? `${path}:${first}` : `${path}:${first}-${last}`
  return side === 'old' ? `${lines} (old)` : lines
}

/** Which part of a file a verdict is about, counted as the agent is told. A hunk that is not on the screen has no number there. */
export function partText({ path, hunk }: Pick<FileVerdict, 'path' | 'hunk'>, files: readonly Hashed[]): string {
  if (hunk === null) return 'the whole file'
  const hunks = files.find((file) => file.path === path)?.hunks ?? []
  const at = hunks.findIndex(({ hash }) => hash === hunk)
  return at < 0 ? 'one part' : `part ${at + 1} of ${hunks.length}`
}
