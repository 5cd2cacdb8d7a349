import { useEffect, useState } from 'react'
import type { GoTo } from './diff-list.tsx'
import { hashOf, isInHunks, type LineLink, linkedRow } from './line-link.ts'
import type { Row, ShownFile } from './row.ts'
import type { LineCursor } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'

interface Parts {
  readonly files: readonly ShownFile[]
  readonly rows: readonly Row[]
  readonly looking: Looking
  readonly cursor: LineCursor
  readonly goTo: GoTo
  /** Where the address leads at this moment. */
  readonly link: LineLink | undefined
  readonly onLines: (lines: LineLink) => void
}

/** Goes where the address leads, once for each address; from then on it names the lines that are chosen, to be sent to others. */
export function useLineLink({ files, rows, looking, cursor, goTo, link, onLines }: Parts): void {
  const [going, setGoing] = useState(link)
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    // Only an address that somebody opened on this page comes with it; what we write there ourselves does not.
    const note = () => setAsked(location.hash)
    addEventListener('hashchange', note)
    return () => removeEventListener('hashchange', note)
  }, [])
  // The router may hear of it later than we do.
  const isKnown = link !== undefined && `#${hashOf(link)}` === asked && asked === location.hash
  useEffect(() => {
    if (!isKnown) return
    setAsked(undefined)
    setGoing(link)
  }, [isKnown])
  useEffect(() => {
    const file = going && files.find(({ path }) => path === going.path)
    if (file === undefined || going === undefined) return
    looking.unfold(file)
    if (!isInHunks(file, going)) looking.expand(file)
    // Only on the way there: what somebody folds afterwards stays folded.
  }, [going])
  useEffect(() => {
    const row = going && linkedRow(rows, going)
    if (going === undefined || row === undefined) return
    setGoing(undefined)
    const { side, first, last } = going
    cursor.go(row.key, last > first ? { file: row.file, side, first, last } : undefined)
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
