import { useEffect, useState } from 'react'
import type { Row, ShownFile } from './row.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Files that nobody could have seen here, because one is open at a time and these have not been yet: whoever approves has had the changes
 * before them. On a wide page every file is open that its reader has not folded.
 */
export function useUnopened(
  rows: readonly Row[],
  files: readonly ShownFile[],
  isNarrow: boolean,
): readonly ShownFile[] {
  const [opened, setOpened] = useState(NONE)
  const open = rows.flatMap((row) => (row.is === 'file' && !row.isFolded ? [keyOf(row.file)] : [])).join('\n')
  useEffect(() => {
    if (open !== '') setOpened((before) => new Set([...before, ...open.split('\n')]))
  }, [open])
  if (!isNarrow) return []
  const now = new Set(open.split('\n'))
  return files.filter((file) => !opened.has(keyOf(file)) && !now.has(keyOf(file)))
}

/** Another round of a file is to be seen anew. */
function keyOf({ path, hash }: ShownFile): string {
  return JSON.stringify([path, hash])
}
