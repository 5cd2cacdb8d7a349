import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Questions come in bursts, and a pack that somebody deletes was there for longer than this. */
const SOON_MS = 20

/**
 * The packs that were seen in a repository. A git that stays open goes on reading a pack that it has open when somebody has deleted it, so
 * whoever relies on what it says asks first whether one that it may have open is gone.
 */
export class SeenPacks {
  readonly #folder: string
  #seen: ReadonlySet<string> = new Set()
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

  /** Notes what is there now: what a git that is about to start may open at once. */
  note(): void {
    this.#seen = new Set([...this.#seen, ...this.#list()])
  }

  /** Whether one of them is no longer there. It is told once. */
  isOneGone(): boolean {
    const now = new Set(this.#list())
    const isGone = [...this.#seen].some((name) => !now.has(name))
    this.#seen = now
    return isGone
  }

  #list(): readonly string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith('.pack') || name.endsWith('.idx'))
    } catch {
      return []
    }
  }
}
