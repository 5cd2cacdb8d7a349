import type { ChangedFile } from '../model/pull.ts'

/** In git, a file in which there is nothing: all of them are alike. */
const EMPTY = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
])

/** The files of a round by all that one is looked for by: thousands of parts may be judged, and thousands of files changed. */
export class RoundIndex {
  readonly #byPath: ReadonlyMap<string, ChangedFile>
  readonly #byOrigin: ReadonlyMap<string | null, readonly ChangedFile[]>
  readonly #byObject: ReadonlyMap<string, readonly ChangedFile[]>
  readonly #byBlock = new Map<string, Set<ChangedFile>>()

  constructor(files: readonly ChangedFile[]) {
    this.#byPath = new Map(files.map((file) => [file.path, file]))
    this.#byOrigin = Map.groupBy(files, originOf)
    this.#byObject = Map.groupBy(files, ({ now }) => now?.object ?? '')
    for (const file of files) {
      for (const block of file.hunks.flatMap(({ adds }) => adds)) {
        const known = this.#byBlock.get(block)
        if (known === undefined) this.#byBlock.set(block, new Set([file]))
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
  adding(blocks: readonly string[]): ReadonlySet<ChangedFile> {
    const [first] = blocks
    if (first === undefined) return new Set()
    return new Set([...(this.#byBlock.get(first) ?? [])].filter((file) => hunkWith(file, blocks, 'adds') >= 0))
  }
}

/** The file of `main` that is changed; null for one that is new. */
function originOf({ change, path, old_path }: ChangedFile): string | null {
  return change === 'added' ? null : (old_path ?? path)
}

/** The hunk of a file in which the same begins, counted from 0; -1 where it does not. It may stand among more. */
export function hunkWith({ hunks }: ChangedFile, names: readonly string[], by: 'does' | 'adds'): number {
  const line = (all: readonly string[]) => `\n${all.join('\n')}\n`
  const text = line(hunks.flatMap((hunk) => hunk[by]))
  const found = text.indexOf(line(names))
  if (names.length === 0 || found < 0) return -1
  let before = text.slice(0, found).split('\n').length - 1
  return hunks.findIndex((hunk) => {
    before -= hunk[by].length
    return before < 0
  })
}
