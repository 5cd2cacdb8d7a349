import { useMemo } from 'react'
import type { Piece } from '../code/colour-lines.ts'
import { type Passage, useColours } from '../code/use-colours.ts'
import { linesOf, type ShownFile, type ShownLine, type Side } from './row.ts'

/** The colours of a line of some file; undefined while it is plain. */
export type LineColours = (file: ShownFile, line: ShownLine) => readonly Piece[] | undefined

/** Where a line stands among the passages. */
interface Spot {
  readonly key: string
  readonly at: number
}

interface Passages {
  readonly all: readonly Passage[]
  readonly spots: ReadonlyMap<ShownLine, Spot>
}

/** Colours a diff: each side of a hunk for itself, and files whose whole text is known as a whole. */
export function useDiffColours(files: readonly ShownFile[], texts: ReadonlyMap<string, string>): LineColours {
  const { all, spots } = useMemo(() => passagesOf(files, texts), [files, texts])
  const colours = useColours(all)
  return ({ path }, line) => {
    const isWhole = texts.has(path) && line.kind !== 'removed' && line.new !== undefined
    const spot = isWhole ? { key: wholeKey(path), at: line.new - 1 } : spots.get(line)
    return spot && colours(spot.key, spot.at)
  }
}

function passagesOf(files: readonly ShownFile[], texts: ReadonlyMap<string, string>): Passages {
  const whole = files.flatMap(({ path }) => {
    const text = texts.get(path)
    return text === undefined ? [] : [{ path, key: wholeKey(path), lines: linesOf(text) }]
  })
  const sides = files.flatMap(sidesOf)
  const spots = sides.flatMap(({ key, shown }) => shown.map((line, at) => [line, { key, at }] as const))
  return {
    all: [...whole, ...sides.map(({ shown, ...passage }) => ({ ...passage, lines: shown.map(({ text }) => text) }))],
    spots: new Map(spots),
  }
}

/** Each side of each hunk, as it could stand in the file. */
function sidesOf({ path, hunks }: ShownFile) {
  return hunks.flatMap(({ lines }, index) =>
    SIDES.map((side) => ({
      path,
      key: `${side} ${index} ${path}`,
      shown: lines.filter(({ kind }) => kind !== OTHERS[side]),
    })),
  )
}

const SIDES = ['old', 'new'] as const satisfies readonly Side[]

/** What is not there on a side. */
const OTHERS = { old: 'added', new: 'removed' } as const satisfies Record<Side, ShownLine['kind']>

function wholeKey(path: string): string {
  return `whole ${path}`
}
