import { useEffect, useState } from 'react'
import type { GoTo } from './diff-list.tsx'
import { isInHunks, type LineLink, linkedRow } from './line-link.ts'
import type { Row, ShownFile } from './row.ts'
import type { LineCursor } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'

interface Parts {
  readonly files: readonly ShownFile[]
  readonly rows: readonly Row[]
  readonly looking: Looking
  readonly cursor: LineCursor
  readonly goTo: GoTo
  /** Where the address led when the page was opened. */
  readonly link: LineLink | undefined
  readonly onLines: (lines: LineLink) => void
}

/** Goes where the address leads, once; from then on the address names the lines that are chosen, to be sent to others. */
export function useLineLink({ files, rows, looking, cursor, goTo, link, onLines }: Parts): void {
  const [going, setGoing] = useState(link)
  useEffect(() => {
    const file = going && files.find(({ path }) => path === going.path)
    if (file === undefined || going === undefined) return
    looking.unfold(file)
    if (!isInHunks(file, going) && going.side === 'new') looking.expand(file)
    // Only when the page is opened: what somebody folds afterwards stays folded.
  }, [])
  useEffect(() => {
    const row = going && linkedRow(rows, going)
    if (row === undefined) return
    setGoing(undefined)
    cursor.go(row.key)
    goTo(row.key)
  }, [rows, going, goTo, cursor])
  const { chosen } = cursor
  useEffect(() => {
    if (chosen === null) return
    const { file, side, first, last } = chosen
    onLines({ path: file.path, side, first, last })
    // The address follows what is chosen, whoever is told about it.
  }, [chosen])
}
