import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Questions come in bursts, and a pack that somebody deletes was there for longer than this. */
const SOON_MS = 20

/** What became of the packs that were seen. */
export interface PacksNow {
  /** One that somebody deleted is read on by a git that has it open. */
  readonly isOneGone: boolean
  /** Those that were touched since, by their names without an ending: git does so itself, and so does whoever writes over one. */
  readonly touched: readonly string[]
  /** Has what is there now taken for what was seen. */
  accept(): void
}

/** The names of packs and of their indexes, each with what changes when somebody writes to it. */
type Stamps = ReadonlyMap<string, string>

/**
 * The packs that were seen in a repository. A git that stays open goes on reading a pack that it has open when somebody has deleted it or
 * written over it, and no git reads a file to the end to tell that it is there. So whoever relies on what it says asks first whether one is
 * gone or is not as it was.
 */
export class SeenPacks {
  readonly #folder: string
  #seen: Stamps = new Map()
  #isNoting = false

  constructor(folder: string) {
    this.#folder = join(folder, 'objects', 'pack')
  }

  /** Notes what is there, soon after a git that stays open has answered: it may have opened all of them. */
  noteSoon(): void {
    if (this.#isNoting) return
    this.#isNoting = true
    setTimeout(() => {
      this.#isNoting = false
      this.note()
    }, SOON_MS).unref()
  }

  /** Notes what is there now: what a git that is about to start may open at once. What was seen before stays as it was seen. */
  note(): void {
    this.#seen = new Map([...this.#stamps(), ...this.#seen])
  }

  /** Looks at what is there now. */
  look(): PacksNow {
    const now = this.#stamps()
    const seen = [...this.#seen]
    const touched = seen.filter(([name, stamp]) => now.has(name) && now.get(name) !== stamp)
    return {
      isOneGone: seen.some(([name]) => !now.has(name)),
      touched: [...new Set(touched.map(([name]) => name.replace(/\.\w+$/, '')))],
      accept: () => {
        const before = new Set(seen.map(([name]) => name))
        // What was noted meanwhile stays noted.
        const since = [...this.#seen].filter(([name]) => !before.has(name))
        this.#seen = new Map([...since, ...now])
      },
    }
  }

  #stamps(): Stamps {
    try {
      const names = readdirSync(this.#folder).filter((name) => name.endsWith('.pack') || name.endsWith('.idx'))
      return new Map(names.flatMap((name) => this.#stamp(name)))
    } catch {
      return new Map()
    }
  }

  /** Nothing for one that is gone by now. */
  #stamp(name: string): readonly (readonly [string, string])[] {
    const found = statSync(join(this.#folder, name), { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return []
    return [[name, `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`]]
  }
}
