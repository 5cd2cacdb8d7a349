import type { ChangedFile } from '../model/pull.ts'
import { KnownLines, linesOf } from './known-lines.ts'

/** In git, a file in which there is nothing: all of them are alike. */
const EMPTY = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
])

/** With fewer lines the same stands in another file by chance, among those that it has anyway: an import, a line of a licence. */
const WITHIN_ELSEWHERE = 3

/** The files of a round by all that one is looked for by: thousands of parts may be judged, and thousands of files changed. */
export class RoundIndex {
  readonly #byPath: ReadonlyMap<string, ChangedFile>
  readonly #byOrigin: ReadonlyMap<string | null, readonly ChangedFile[]>
  readonly #byObject: ReadonlyMap<string, readonly ChangedFile[]>
  readonly #byAddedLine = new Map<string, Set<ChangedFile>>()
  readonly #lines = { does: new Map<ChangedFile, KnownLines>(), adds: new Map<ChangedFile, KnownLines>() }

  constructor(files: readonly ChangedFile[]) {
    this.#byPath = new Map(files.map((file) => [file.path, file]))
    this.#byOrigin = Map.groupBy(files, originOf)
    this.#byObject = Map.groupBy(files, ({ now }) => now?.object ?? '')
    for (const file of files) {
      for (const line of file.hunks.flatMap(({ adds }) => adds).flatMap(linesOf)) {
        const known = this.#byAddedLine.get(line)
        if (known === undefined) this.#byAddedLine.set(line, new Set([file]))
        else known.add(file)
      }
    }
  }

  at(path: string | null): ChangedFile | undefined {
    return path === null ? undefined : this.#byPath.get(path)
  }

  /** What the file of `main` has become that another one changes: the same file, under whatever name. */
  sameOrigin(file: ChangedFile): readonly ChangedFile[] {
    const origin = originOf(file)
    return origin === null ? [] : (this.#byOrigin.get(origin) ?? [])
  }

  /** Files with the very bytes of another one. */
  sameBytes({ now }: ChangedFile): readonly ChangedFile[] {
    return now === null || EMPTY.has(now.object) ? [] : (this.#byObject.get(now.object) ?? [])
  }

  /** Files that put in the same blocks of lines, one after the other. */
  adding(blocks: readonly string[]): readonly ChangedFile[] {
    const files = blocks.flatMap(linesOf).map((line) => this.#byAddedLine.get(line) ?? new Set<ChangedFile>())
    const [first] = files
    if (first === undefined) return []
    // Whoever has all of them has the one that the fewest have.
    const fewest = files.reduce((least, some) => (some.size < least.size ? some : least), first)
    return [...fewest].filter((file) => this.hunksWith(file, blocks, 'adds').length > 0)
  }

  /** The hunks of a file in which the same begins, counted from 0. */
  hunksWith(file: ChangedFile, names: readonly string[], by: 'does' | 'adds'): readonly number[] {
    const known = this.#lines[by].get(file) ?? new KnownLines(file.hunks.map((hunk) => hunk[by]))
    this.#lines[by].set(file, known)
    return known.hunksWith(names, by === 'adds' ? WITHIN_ELSEWHERE : 1)
  }
}

/** The file of `main` that is changed; null for one that is new. */
function originOf({ change, path, old_path }: ChangedFile): string | null {
  return change === 'added' ? null : (old_path ?? path)
}
