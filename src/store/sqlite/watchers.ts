import type Database from 'better-sqlite3'

const POLL_MS = 25

/** Tells whoever watches that something was committed, here or in another process. */
export class Watchers {
  readonly #dataVersion: Database.Statement<unknown[], number>
  readonly #watchers = new Set<() => void>()
  #seen = 0
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database.Database) {
    this.#dataVersion = db.prepare<unknown[], number>('PRAGMA data_version').pluck()
  }

  add(changed: () => void): () => void {
    const watcher = (): void => changed()
    this.#watchers.add(watcher)
    if (this.#timer === undefined) this.#startPolling()
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size === 0) this.#stopPolling()
    }
  }

  /** Watchers run after whoever wrote has gone on. */
  tell(): void {
    for (const watcher of this.#watchers) queueMicrotask(watcher)
  }

  close(): void {
    this.#watchers.clear()
    this.#stopPolling()
  }

  #startPolling(): void {
    this.#seen = this.#read() ?? 0
    this.#timer = setInterval(() => this.#poll(), POLL_MS)
  }

  #stopPolling(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** The number changes with every commit of another connection, and never with our own. */
  #poll(): void {
    const version = this.#read()
    if (version === undefined || version === this.#seen) return
    this.#seen = version
    this.tell()
  }

  /** Nothing while somebody else has the file locked; the next look tells. */
  #read(): number | undefined {
    try {
      return this.#dataVersion.get()
    } catch {
      return undefined
    }
  }
}
