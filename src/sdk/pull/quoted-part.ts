import type { ShownFile } from '../../engine/workspaces.ts'
import type { Round } from '../../model/pull.ts'
import type { FileVerdict } from '../../model/review-thread.ts'
import type { DiffLine, Hunk } from '../../review/diff.ts'
import type { StandingPart } from '../../review/where-stands.ts'

/** A file or hunk that somebody does not want as it is. */
export interface QuotedPart extends FileVerdict {
  /** Where it was when it was judged; null where it is there still. */
  readonly was: string | null
  /** Whether the agent has brought it back as it was. */
  readonly returned: boolean
  /** Where the hunk stands, before and after the change; null for a whole file, and where it is gone by now. */
  readonly place: Pick<Hunk, 'old' | 'new'> | null
  /** Its lines as a diff has them: `-` before what goes, `+` before what comes. */
  readonly quote: readonly string[]
}

/** More lines than this nobody needs to know which ones are meant. */
const MOST_LINES = 200

/** Says of a hunk, which people know by sight and we by its hash, which lines it is made of. */
export function quotedPart(
  { path, file, hunk, verdict, reason }: FileVerdict,
  { part, files, returned }: { readonly part: StandingPart | undefined } & Pick<Shown, 'files' | 'returned'>,
): QuotedPart {
  const given = { verdict, reason, was: null, returned: false, place: null, quote: [] }
  if (part === undefined) return { ...given, path, file, hunk }
  const shown = files.find((one) => one.path === part.path)
  const lines = shown?.hunks.find(({ hash }) => hash === part.hunk)
  return {
    ...given,
    path: part.path,
    file: shown?.hash ?? file,
    hunk: part.hunk,
    was: part.path === path ? null : path,
    returned: returned.some((one) => one.path === part.path && one.hash === part.hash),
    ...(lines && { place: { old: lines.old, new: lines.new }, quote: lines.lines.slice(0, MOST_LINES).map(quoted) }),
  }
}

/** A round, as it is shown and as it is kept. */
interface Shown {
  readonly files: readonly ShownFile[]
  readonly returned: Round['returned']
}

const SIGNS = { context: ' ', removed: '-', added: '+' } as const

function quoted({ kind, text }: DiffLine): string {
  return `${SIGNS[kind]}${text}`
}
