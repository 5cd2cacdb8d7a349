import type { StreamedEvent } from '../../src/api/views.ts'

/** How the page hears of news: not yet, at once, or not at the moment. */
export type Connection = 'connecting' | 'live' | 'lost'

/** What a listener is told: entries that came together, or that everything has to be looked at anew. */
export type News = readonly StreamedEvent[] | 'everything'

const AGAIN_MS = 2000
const UNSEEN_MS = 250

/** The server's stream of events, handed on once a frame so that a burst costs one drawing. */
export class LiveEvents {
  readonly #listeners = new Set<(news: News) => void>()
  readonly #watchers = new Set<() => void>()
  #source: EventSource | undefined
  #waiting: StreamedEvent[] = []
  #isPlanned = false
  #last: number | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #connection: Connection = 'connecting'

  get connection(): Connection {
    return this.#connection
  }

  open(): void {
    const after = this.#last === undefined ? '' : `?after=${this.#last}`
    const source = new EventSource(`/v1/events/stream${after}`)
    this.#source = source
    source.addEventListener('ready', () => this.#become('live'))
    source.addEventListener('resync', () => {
      this.#become('live')
      this.#tell('everything')
    })
    source.addEventListener('message', (message: MessageEvent<string>) => this.#take(message.data))
    source.addEventListener('error', () => {
      this.#become('lost')
      // The browser tries again by itself, except after an answer that was no stream.
      if (source.readyState === EventSource.CLOSED) this.#again = setTimeout(() => this.open(), AGAIN_MS)
    })
  }

  close(): void {
    clearTimeout(this.#again)
    this.#source?.close()
  }

  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #take(data: string): void {
    const event = JSON.parse(data) as StreamedEvent
    this.#last = event.seq
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

/** The one stream of this page. */
export const live = new LiveEvents()
