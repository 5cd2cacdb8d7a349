import { useLayoutEffect, useState } from 'react'
import type { GoTo } from './diff-list.tsx'
import type { Row } from './row.ts'
import type { LineCursor } from './use-line-cursor.ts'

/** A hunk by what it says: where it stands follows from what is compared. */
interface HunkOf {
  readonly path: string
  readonly hunk: string
}

function isIt(row: Row, to: string | HunkOf): boolean {
  if (typeof to === 'string') return row.key === to
  return row.is === 'hunk' && row.file.path === to.path && row.hunk.hash === to.hunk
}

/** Goes to a row as soon as it is there: its file may have to be unfolded first. */
export function useGoing(rows: readonly Row[], cursor: LineCursor, goTo: GoTo): (to: string | HunkOf) => void {
  const [going, setGoing] = useState<string | HunkOf>()
  useLayoutEffect(() => {
    const row = going === undefined ? undefined : rows.find((one) => isIt(one, going))
    if (row === undefined) return
    setGoing(undefined)
    cursor.go(row.key)
    goTo(row.key)
  }, [rows, going, cursor, goTo])
  return setGoing
}
