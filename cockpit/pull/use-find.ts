import { useEffect, useMemo, useState } from 'react'
import { type Found, findInChanges, rowOfFound } from './find-in-changes.ts'
import type { Row, ShownFile } from './row.ts'

/** Finding a text in the changes. */
export interface Finding {
  readonly text: string
  readonly at: number
  readonly count: number
  /** The row of the line that one is at. */
  readonly key: string | null
  readonly onText: (text: string) => void
  readonly onStep: (by: 1 | -1) => void
}

/** Walks through the lines that hold a text; a file that is folded is unfolded first. */
export function useFind(
  files: readonly ShownFile[],
  rows: readonly Row[],
  { unfold, goTo }: { readonly unfold: (file: ShownFile) => void; readonly goTo: (key: string) => void },
): Finding {
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const all = useMemo(() => findInChanges(files, text), [files, text])
  const [wanted, setWanted] = useState<Found>()
  const key = rowOfFound(rows, at < 0 ? undefined : all[at])?.key ?? null
  useEffect(() => {
    // The row may be there only after its file was unfolded.
    const row = rowOfFound(rows, wanted)
    if (row === undefined) return
    setWanted(undefined)
    goTo(row.key)
  }, [rows, wanted, goTo])
  return {
    text,
    at,
    count: all.length,
    key,
    onText: (to) => {
      setText(to)
      setAt(-1)
    },
    onStep: (by) => {
      if (all.length === 0) return
      const next = at < 0 ? 0 : (at + by + all.length) % all.length
      const found = all[next]
      setAt(next)
      setWanted(found)
      if (found !== undefined) unfold(found.file)
    },
  }
}
