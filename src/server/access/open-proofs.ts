import { hashOf } from '../../engine/content-hash.ts'
import type { About } from './about.ts'

const SECONDS = 300
/** Nobody has more of them open; the oldest gives way. */
const MOST_EACH = 20

/** What was asked of somebody, and until when it can be answered. */
export interface Opened<Asked> {
  readonly about: About
  readonly asked: Asked
  readonly at: string
  readonly until: string
}

/** Proofs of presence that were asked for and not given yet. In memory only: a restart makes them worth nothing. */
export class OpenProofs<Asked> {
  readonly #open = new Map<string, Opened<Asked>>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Asks. What was asked before for the same is worth nothing from now on. */
  open(about: About, asked: Asked): Opened<Asked> {
    const now = this.#now()
    const until = new Date(now.getTime() + SECONDS * 1000).toISOString()
    const opened = { about, asked, at: now.toISOString(), until }
    const key = hashOf(about)
    this.#open.delete(key)
    this.#forget(about.person)
    this.#open.set(key, opened)
    return opened
  }

  /** What is open for exactly this. */
  find(about: About): Opened<Asked> | undefined {
    const opened = this.#open.get(hashOf(about))
    return opened !== undefined && Date.parse(opened.until) > this.#now().getTime() ? opened : undefined
  }

  /** Everything that is open for somebody, the oldest first. */
  of(person: string): readonly Opened<Asked>[] {
    const now = this.#now().getTime()
    const open = [...this.#open.values()]
    return open.filter(({ about, until }) => about.person === person && Date.parse(until) > now)
  }

  /** Takes it away: it can be answered once. */
  take(about: About): Opened<Asked> | undefined {
    const opened = this.find(about)
    this.#open.delete(hashOf(about))
    return opened
  }

  #forget(person: string): void {
    const now = this.#now().getTime()
    const own: string[] = []
    for (const [key, { about, until }] of this.#open) {
      if (Date.parse(until) <= now) this.#open.delete(key)
      else if (about.person === person) own.push(key)
    }
    // A map keeps the order in which things came.
    for (const key of own.slice(0, Math.max(0, own.length - MOST_EACH + 1))) this.#open.delete(key)
  }
}
