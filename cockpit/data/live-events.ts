import type { EventSourceMessage } from 'eventsource-parser'
import type { StreamedEvent } from '../../src/api/views.ts'
import { type LogPlace, logPlace } from './log-place.ts'
import { readStream } from './read-stream.ts'

/** How the page hears of news: not yet, at once, or not at the moment. */
export type Connection = 'connecting' | 'live' | 'lost'

/** What a listener is told: entries that came together, or that everything has to be looked at anew. */
export type News = readonly StreamedEvent[] | 'everything'

/** At least this and at most twice as long, so that all who were cut off at once do not come back at once. */
const AGAIN_MS = 1000
const UNSEEN_MS = 250

/** The server's stream of events, handed on once a frame so that a burst costs one drawing. */
export class LiveEvents {
  readonly #listeners = new Set<(news: News) => void>()
  readonly #watchers = new Set<() => void>()
  readonly #place: Pick<LogPlace, 'first'>
  #over = new AbortController()
  #waiting: StreamedEvent[] = []
  #isPlanned = false
  #last: number | undefined
  #connection: Connection = 'connecting'

  /** It begins where the page began to read, so that nothing is missed in between. */
  constructor(place: Pick<LogPlace, 'first'>) {
    this.#place = place
  }

  get connection(): Connection {
    return this.#connection
  }

  open(): void {
    this.#over = new AbortController()
    void this.#follow(this.#over.signal)
  }

  close(): void {
    this.#over.abort()
  }

  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const message = (said: EventSourceMessage) => this.#hear(said)
    const beat = (seq: number) => {
      this.#last = seq
    }
    this.#last ??= await this.#place.first()
    while (!signal.aborted) {
      // However it ends, it goes on where it was; who is signed out is told so by what else the page asks.
      await readStream({ after: this.#last, signal }, { message, beat }).catch(() => undefined)
      if (signal.aborted) return
      this.#become('lost')
      await pause(AGAIN_MS * (1 + Math.random()), signal)
    }
  }

  #hear({ event, id, data }: EventSourceMessage): void {
    if (id !== undefined) this.#last = Number(id)
    if (event === undefined) return this.#take(JSON.parse(data) as StreamedEvent)
    this.#become('live')
    if (event === 'resync') this.#tell('everything')
  }

  #take(event: StreamedEvent): void {
    this.#waiting.push(event)
    if (this.#isPlanned) return
    this.#isPlanned = true
    // A page that nobody sees draws no frames.
    if (document.hidden) setTimeout(() => this.#hand(), UNSEEN_MS)
    else requestAnimationFrame(() => this.#hand())
  }

  #hand(): void {
    const events = this.#waiting
    this.#waiting = []
    this.#isPlanned = false
    this.#tell(events)
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news)
  }

  #become(connection: Connection): void {
    if (connection === this.#connection) return
    this.#connection = connection
    for (const watcher of this.#watchers) watcher()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const leave = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
  })
}

/** The one stream of this page. */
export const live = new LiveEvents(logPlace)
