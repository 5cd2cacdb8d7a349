import type { EventQuery, Link, LogEntry } from '../engine/ports.ts'
import { entryText, GENESIS, type NewEntry, signLink } from './chain.ts'
import { checkLimit } from './check-limit.ts'
import type { Signer } from './signer.ts'

/** The log in arrays, linked as every log is. */
export class MemoryLog {
  readonly #signer: Signer
  readonly #entries: LogEntry[] = []
  readonly #links: Link[] = []

  constructor(signer: Signer) {
    this.#signer = signer
  }

  get last(): number {
    return this.#entries.length
  }

  /** The events of one commit. */
  add(events: readonly NewEntry[]): void {
    const added = events.map((event, at) => ({ seq: this.last + at + 1, ...event }))
    this.#entries.push(...added)
    for (const tenant of new Set(added.map((entry) => entry.tenant))) {
      this.#link(added.filter((entry) => entry.tenant === tenant))
    }
  }

  entries({ tenant, job, checkpoint, type, after = 0, limit }: EventQuery): readonly LogEntry[] {
    const wanted = Object.entries({ tenant, job, checkpoint, type }).filter(([, value]) => value !== undefined)
    return this.#entries
      .slice(after)
      .filter((entry) => wanted.every(([name, value]) => entry[name as keyof LogEntry] === value))
      .slice(0, checkLimit(limit))
  }

  links({ tenant, after = 0, limit }: { tenant: string; after?: number | undefined; limit: number }): readonly Link[] {
    return this.#links.filter((link) => link.tenant === tenant && link.last > after).slice(0, checkLimit(limit))
  }

  tenants(): readonly string[] {
    return [...new Set(this.#links.map((link) => link.tenant))].sort()
  }

  #link(entries: readonly LogEntry[]): void {
    const { tenant } = entries[0] as LogEntry
    const previous = this.#links.findLast((link) => link.tenant === tenant)?.hash ?? GENESIS
    const text = entries.map((entry) => entryText(entry.seq, entry)).join('')
    const [first, last] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0]
    this.#links.push(signLink({ tenant, first, last, count: entries.length, previous, entries: text }, this.#signer))
  }
}
