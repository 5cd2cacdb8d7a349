import { type Run, runOf, standsIn } from './run-in.ts'

/** Names of lines that stand together, as a hunk is known by them. */
interface Stretch {
  /** Which hunk it is in, counted from 0. */
  readonly hunk: number
  readonly name: string
  /** What goes and what comes, line by line. */
  readonly sides: readonly (readonly string[])[]
}

/** The names of the lines of a stretch or a block. */
export function linesOf(name: string): readonly string[] {
  return name.split(/[ |]/).filter((line) => line !== '')
}

/** What changes in a file, line by line: parts are found in it that came back, also with new lines directly beside theirs. */
export class KnownLines {
  readonly #stretches: readonly Stretch[]
  /** Thousands of parts may be looked for in thousands of lines. */
  readonly #byLine = new Map<string, number[]>()

  constructor(hunks: readonly (readonly string[])[]) {
    this.#stretches = hunks.flatMap((names, hunk) => names.map((name) => ({ hunk, name, sides: sidesOf(name) })))
    for (const [at, { name }] of this.#stretches.entries()) {
      for (const line of new Set(linesOf(name))) {
        const known = this.#byLine.get(line)
        if (known === undefined) this.#byLine.set(line, [at])
        else known.push(at)
      }
    }
  }

  /**
   * The hunks in which a part begins: each of its stretches by itself in one of those here, one after the other, with all of its lines in their
   * order and nothing between them. Where it has fewer lines than `within` no others may stand beside them.
   */
  hunksWith(part: readonly string[], within: number): readonly number[] {
    const isWithin = part.flatMap(linesOf).length >= within
    const wanted = part.map((name) => ({ name, sides: sidesOf(name).map(runOf) }))
    const fits = ({ name, sides }: (typeof wanted)[number], at: number) => {
      const here = this.#stretches[at]
      return here !== undefined && (here.name === name || (isWithin && holds(here, sides)))
    }
    const found = this.#mayBegin(part[0] ?? '').filter((from) => wanted.every((one, at) => fits(one, from + at)))
    return [...new Set(found.map((at) => this.#stretches[at]?.hunk ?? -1))]
  }

  /** The stretches that have the line of it that the fewest have. */
  #mayBegin(first: string): readonly number[] {
    const all = linesOf(first).map((line) => this.#byLine.get(line) ?? [])
    return all.reduce((least, some) => (some.length < least.length ? some : least), all[0] ?? [])
  }
}

/** Whether what goes and what comes both stand in what goes and what comes elsewhere. */
function holds({ sides }: Stretch, wanted: readonly Run[]): boolean {
  return wanted.every((side, at) => standsIn(side, sides[at] ?? []))
}

function sidesOf(name: string): readonly (readonly string[])[] {
  return name.split('|').map(linesOf)
}
