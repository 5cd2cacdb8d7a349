import type { Parser } from '@lezer/common'
import { useEffect, useState } from 'react'
import { colourLines, type Piece } from './colour-lines.ts'
import { parserFor } from './languages.ts'

/** A run of lines that belong together, such as one side of a hunk or a whole file. */
export interface Passage {
  readonly path: string
  /** The same key has the same text. */
  readonly key: string
  readonly lines: readonly string[]
}

/** Finds the colours of a line: by the key of its passage, and its place there. */
export type Colours = (key: string, line: number) => readonly Piece[] | undefined

type Painted = ReadonlyMap<string, readonly (readonly Piece[])[]>

const NONE: Painted = new Map()

/** Colours passages one after the other while the page has nothing else to do; until then, and where it can't, lines are plain. */
export function useColours(passages: readonly Passage[]): Colours {
  const [painted, setPainted] = useState(NONE)
  useEffect(() => {
    const stop = new AbortController()
    void paintAll(passages, stop.signal, setPainted)
    return () => stop.abort()
  }, [passages])
  return (key, line) => painted.get(key)?.[line]
}

async function paintAll(
  passages: readonly Passage[],
  signal: AbortSignal,
  show: (painted: Painted) => void,
): Promise<void> {
  const painted = new Map<string, readonly (readonly Piece[])[]>()
  for (const [path, inside] of Map.groupBy(passages, (passage) => passage.path)) {
    const parser = await parserFor(path)?.catch(() => undefined)
    if (parser === undefined) continue
    await idle()
    if (signal.aborted) return
    for (const passage of inside) paint(passage, parser, painted)
    show(new Map(painted))
  }
}

function paint({ key, lines }: Passage, parser: Parser, into: Map<string, readonly (readonly Piece[])[]>): void {
  const coloured = colourLines(parser, lines.join('\n'))
  if (coloured !== undefined) into.set(key, coloured)
}

/** Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 16)
  })
}
