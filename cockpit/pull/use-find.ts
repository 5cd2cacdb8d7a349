import { useEffect, useMemo, useState } from 'react'
import { errorText } from '../data/error-text.ts'
import {
  type CompileRegex,
  type Found,
  findInChanges,
  lineMatcher,
  rowOfFound,
  type Wanted,
  wordFinder,
} from './find-in-changes.ts'
import type { Row, ShownFile } from './row.ts'
import { useFoundWords } from './use-found-words.ts'

/** Finding something in the changes. */
export interface Finding extends Wanted {
  /** Why nothing can be looked for. */
  readonly wrong: string | undefined
  readonly at: number
  readonly count: number
  /** The row of the line that one is at. */
  readonly row: string | null
  readonly onWanted: (wanted: Partial<Wanted>) => void
  readonly onStep: (by: 1 | -1) => void
  /** Puts the keyboard on the line that one is at. */
  readonly onLeave: () => void
}

/** What finding moves. */
interface Moving {
  readonly unfold: (file: ShownFile) => void
  /** Brings a row into sight; whoever looks for something goes on typing. */
  readonly see: (key: string) => void
  readonly go: (key: string) => void
}

/** Walks through the lines that hold a text; a file that is folded is unfolded first. */
export function useFind(files: readonly ShownFile[], rows: readonly Row[], { unfold, see, go }: Moving): Finding {
  const [wanted, setWanted] = useState<Wanted>({ text: '', isExact: false, isRegex: false })
  const [at, setAt] = useState(-1)
  const compile = useRegex(wanted.isRegex)
  const { all, words, wrong } = useMemo(() => look(files, wanted, compile), [files, wanted, compile])
  useFoundWords(words)
  const [going, setGoing] = useState<Found>()
  const key = rowOfFound(rows, at < 0 ? undefined : all[at])?.key ?? null
  useEffect(() => {
    // The row may be there only after its file was unfolded.
    const row = rowOfFound(rows, going)
    if (row === undefined) return
    setGoing(undefined)
    see(row.key)
  }, [rows, going, see])
  return {
    ...wanted,
    wrong,
    at,
    count: all.length,
    row: key,
    onWanted: (to) => {
      setWanted({ ...wanted, ...to })
      setAt(-1)
    },
    onStep: (by) => {
      if (all.length === 0) return
      const next = at < 0 ? 0 : (at + by + all.length) % all.length
      const found = all[next]
      setAt(next)
      setGoing(found)
      if (found !== undefined) unfold(found.file)
    },
    onLeave: () => key !== null && go(key),
  }
}

/** Loaded when it is first wanted. */
function useRegex(isWanted: boolean): CompileRegex | undefined {
  const [compile, setCompile] = useState<CompileRegex>()
  useEffect(() => {
    if (!isWanted) return
    void import('./compile-regex.ts').then(({ compileRegex }) => setCompile(() => compileRegex))
  }, [isWanted])
  return compile
}

interface Looked {
  readonly all: readonly Found[]
  readonly words: ReturnType<typeof wordFinder>
  readonly wrong?: string
}

function look(files: readonly ShownFile[], wanted: Wanted, compile: CompileRegex | undefined): Looked {
  try {
    const all = findInChanges(files, lineMatcher(wanted, compile))
    return { all, words: wordFinder(wanted, compile) }
  } catch (error) {
    return { all: [], words: null, wrong: errorText(error) }
  }
}
