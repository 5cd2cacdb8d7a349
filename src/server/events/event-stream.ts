import type { ServerResponse } from 'node:http'
import type { StreamPlan } from '../call.ts'
import { whenClosed } from '../http/when-closed.ts'
import type { LogTail, TailEvent } from './log-tail.ts'

/** How a stream is kept. */
export interface StreamTerms {
  /** How often a sign of life is sent, and looked whether the reader may still read. */
  readonly beatMs: number
  /** A reader who leaves more than this lying around is cut off; it comes back and goes on where it was. */
  readonly mostUnread: number
  /** A reader who comes back further behind is told to look at everything anew. */
  readonly mostMissed: number
  /** Of everybody together. */
  readonly mostOpen: number
  /** Of all programs together: whatever they open, there is room for people, who would not see otherwise what waits for them. */
  readonly mostOfPrograms: number
}

export const STREAM_TERMS: StreamTerms = {
  beatMs: 15_000,
  mostUnread: 1024 * 1024,
  mostMissed: 10_000,
  mostOpen: 2000,
  mostOfPrograms: 1000,
}

/** Everything that a stream needs. */
export interface StreamParts {
  readonly tail: LogTail
  readonly plan: StreamPlan
  readonly outgoing: ServerResponse
  /** Throws when the reader's credential is worth nothing any more. */
  readonly recheck: () => Promise<void>
  readonly terms: StreamTerms
}

/** What may change what somebody sees: whoever reads then has to show again who they are. */
const ABOUT_ACCESS: ReadonlySet<string> = new Set(['person_changed', 'person_revoked', 'token_revoked'])

/** One reader of the log. Each entry that is theirs is sent once, in order. */
export class EventStream {
  readonly #parts: StreamParts
  #sent = 0
  #live = false
  /** Nothing was taken since the beat before. */
  #wasStuck = false
  #beat: NodeJS.Timeout | undefined
  #unsubscribe: () => void = () => undefined

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  /** Sends what was missed, and from then on what happens. Ends when the reader leaves or is cut off. */
  async run(): Promise<void> {
    const { outgoing, tail, terms } = this.#parts
    const closed = new Promise<void>((resolve) => whenClosed(outgoing, resolve))
    this.#unsubscribe = tail.subscribe((events) => this.#take(events))
    this.#beat = setInterval(() => void this.#tick(), terms.beatMs)
    try {
      this.#begin(await tail.newest())
      await this.#catchUp()
      await closed
    } finally {
      this.end()
    }
  }

  /** Lets the reader go; it may come back. */
  end(): void {
    clearInterval(this.#beat)
    this.#unsubscribe()
    this.#parts.outgoing.end()
  }

  #begin(newest: number): void {
    const { plan, terms } = this.#parts
    const { after = newest } = plan
    const missed = newest - after
    // Behind the end stands only who read another log, such as one before a restore.
    const isLost = missed < 0 || missed > terms.mostMissed
    this.#mark(isLost ? 'resync' : 'ready', isLost ? newest : after)
  }

  #mark(name: 'ready' | 'resync', last: number): void {
    this.#sent = last
    this.#write(`event: ${name}\nid: ${last}\ndata: {"last":${last}}\n\n`)
  }

  async #catchUp(): Promise<void> {
    const { tail, outgoing } = this.#parts
    do {
      await drained(outgoing)
      this.#send(await tail.page(this.#sent))
    } while (tail.last > this.#sent && !outgoing.destroyed)
    // Nothing lies between what was just read and what the tail tells next.
    this.#live = true
  }

  #take(events: readonly TailEvent[]): void {
    if (events.some(({ event }) => ABOUT_ACCESS.has(event.type))) return this.end()
    if (this.#live) this.#send(events)
  }

  #send(events: readonly TailEvent[]): void {
    const { plan, terms, outgoing } = this.#parts
    const fresh = events.filter(({ event }) => event.seq > this.#sent)
    const newest = fresh.at(-1)
    if (newest === undefined) return
    this.#sent = newest.event.seq
    const text = fresh.filter((event) => plan.accepts(event)).map(({ frame }) => frame)
    if (text.length > 0) this.#write(text.join(''))
    if (outgoing.writableLength > terms.mostUnread) outgoing.destroy()
  }

  /** The number goes along, so that a reader of whom nothing was heard for long does not fall behind. */
  async #tick(): Promise<void> {
    const { outgoing } = this.#parts
    if (outgoing.writableNeedDrain && this.#wasStuck) return void outgoing.destroy()
    this.#wasStuck = outgoing.writableNeedDrain
    try {
      await this.#parts.recheck()
      this.#write(`: beat ${this.#sent}\nid: ${this.#sent}\n\n`)
    } catch {
      this.end()
    }
  }

  #write(text: string): void {
    const { outgoing } = this.#parts
    if (!outgoing.writableEnded && !outgoing.destroyed) outgoing.write(text)
  }
}

async function drained(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.writableNeedDrain || outgoing.destroyed) return
  await new Promise<void>((resolve) => {
    outgoing.once('drain', resolve)
    outgoing.once('close', resolve)
  })
}
