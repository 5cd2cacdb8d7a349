import type { Row, ShownFile } from './row.ts'
import { isUnsettled } from './standing.ts'

/** Where something is said that still wants an answer of somebody. */
export interface Talk {
  readonly key: string
  /** Absent for what is said of the whole, which stands above the files. */
  readonly file?: ShownFile
}

/**
 * The next thread that is not resolved, or the next draft, from where the keyboard is: first what is said of the whole, then file by
 * file, and behind the last one the first again.
 */
export function nextTalk(
  { said, rows }: { readonly said: readonly string[]; readonly rows: readonly Row[] },
  { from, by }: { readonly from: string | null; readonly by: 1 | -1 },
): Talk | undefined {
  const all: readonly (Talk & { readonly isTalk: boolean })[] = [
    ...said.map((key) => ({ key, isTalk: true })),
    ...rows.map((row) => ({ key: row.key, file: row.file, isTalk: isTalk(row) })),
  ]
  const at = all.findIndex(({ key }) => key === from)
  const start = at < 0 ? (by === 1 ? -1 : all.length) : at
  for (let step = 1; step <= all.length; step += 1) {
    const next = all[(start + by * step + 2 * all.length) % all.length]
    if (next?.isTalk) return next
  }
  return undefined
}

function isTalk(row: Row): boolean {
  return row.is === 'draft' || (row.is === 'thread' && isUnsettled(row.thread))
}
