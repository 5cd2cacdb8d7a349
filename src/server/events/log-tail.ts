import type { StreamedEvent } from '../../api/views.ts'
import type { LogEntry, Store } from '../../engine/ports.ts'
import type { Person } from '../../model/person.ts'
import { breathe } from '../../sdk/breathe.ts'
import { reachAbout } from '../../sdk/desk/whom-about.ts'
import { Turns } from './turns.ts'

/** An entry of the log as subscribers see it. */
export interface TailEvent {
  readonly event: StreamedEvent
  /** As it is sent; one text serves all. */
  readonly frame: string
  /** Those that its job works for, the root first. */
  readonly path: readonly string[]
  /** The tenants of whom it is about, where it is about somebody: all people stand in one log. */
  readonly reach: Person['tenants'] | undefined
}

/** Told of new entries, in the order of the log, several at once. */
export type Subscriber = (events: readonly TailEvent[]) => void

/** Entries may be large, and only their heads are kept. */
const PAGE = 100
/** Entries that come in quick succession are handed on together: five hundred readers then cost one write each. */
const PAUSE_MS = 15
const TRY_AGAIN_MS = 1000
const MOST_PATHS = 10_000

/** Reads the log once for everybody who waits for something in it. */
export class LogTail {
  /** Of those who wait for something and are told of it at the same time. */
  readonly turns = new Turns()
  readonly #store: Store
  readonly #subscribers = new Set<Subscriber>()
  /** Whom a job works for never changes. */
  readonly #paths = new Map<string, readonly string[]>()
  #last = 0
  #readAt = 0
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #again = false
  #unwatch: () => void = () => undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Begins behind what is there already. */
  async open(): Promise<void> {
    this.#unwatch = this.#store.watch(() => this.#wake(PAUSE_MS))
    this.#last = await this.#store.last()
  }

  close(): void {
    this.#unwatch()
    clearTimeout(this.#timer)
    this.#subscribers.clear()
  }

  /** The newest entry that subscribers have been told of. */
  get last(): number {
    return this.#last
  }

  /** The newest entry of all, which subscribers may hear of only in a moment. */
  newest(): Promise<number> {
    return this.#store.last()
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** What stands in the log behind an entry, page by page. */
  async page(after: number): Promise<readonly TailEvent[]> {
    const events: TailEvent[] = []
    for (const entry of await this.#store.entries({ after, limit: PAGE })) {
      const about = { type: entry.type, data: () => JSON.parse(entry.data) as unknown }
      const reach = await reachAbout(this.#store, about)
      events.push({ ...toTailEvent(entry), path: await this.#pathOf(entry), reach })
    }
    return events
  }

  async #pathOf({ job, type, data }: LogEntry): Promise<readonly string[]> {
    if (job === null) return []
    const known = this.#paths.get(job)
    if (known !== undefined) return known
    if (this.#paths.size >= MOST_PATHS) this.#paths.clear()
    const path = type === 'job_started' ? pathIn(data) : await this.#keptPath(job)
    this.#paths.set(job, path)
    return path
  }

  /** The row says it exactly, however many work for the same job. Rows may be large, so everybody else has a turn. */
  async #keptPath(job: string): Promise<readonly string[]> {
    await breathe()
    return (await this.#store.get('jobs', job))?.row.path ?? []
  }

  #wake(pause: number): void {
    this.#again = true
    if (this.#busy || this.#timer !== undefined) return
    const rest = Math.max(0, this.#readAt + pause - performance.now())
    this.#timer = setTimeout(() => void this.#run(), rest)
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#busy = true
    this.#again = false
    try {
      await this.#read()
    } catch {
      setTimeout(() => this.#wake(0), TRY_AGAIN_MS).unref()
    } finally {
      this.#busy = false
      this.#readAt = performance.now()
    }
    if (this.#again) this.#wake(PAUSE_MS)
  }

  async #read(): Promise<void> {
    for (;;) {
      if (await this.#skips()) return
      const events = await this.page(this.#last)
      const newest = events.at(-1)
      if (newest === undefined) return
      this.#last = newest.event.seq
      for (const subscriber of this.#subscribers) subscriber(events)
    }
  }

  /** Where nobody listens, nothing has to be told: whoever comes later begins with a look of their own, and sees all of this. */
  async #skips(): Promise<boolean> {
    if (this.#subscribers.size > 0) return false
    const newest = await this.newest()
    // Whoever came meanwhile may have looked before the end was found.
    if (this.#subscribers.size > 0) return false
    this.#last = newest
    return true
  }
}

function toTailEvent(entry: LogEntry): Pick<TailEvent, 'event' | 'frame'> {
  const { seq, tenant, type, job, checkpoint, at } = entry
  const event: StreamedEvent = { seq, tenant, type, job, checkpoint, at, actor: JSON.parse(entry.actor) }
  return { event, frame: `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n` }
}

function pathIn(data: string): readonly string[] {
  return (JSON.parse(data) as { readonly job: { readonly path: readonly string[] } }).job.path
}
