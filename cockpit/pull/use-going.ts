import { useLayoutEffect, useState } from 'react'
import type { GoTo } from './diff-list.tsx'
import type { Row } from './row.ts'
import type { LineCursor } from './use-line-cursor.ts'

/** Goes to a row as soon as it is there: its file may have to be unfolded first. */
export function useGoing(rows: readonly Row[], cursor: LineCursor, goTo: GoTo): (key: string) => void {
  const [going, setGoing] = useState<string>()
  useLayoutEffect(() => {
    if (going === undefined || !rows.some(({ key }) => key === going)) return
    setGoing(undefined)
    cursor.go(going)
    goTo(going)
  }, [rows, going, cursor, goTo])
  return setGoing
}
