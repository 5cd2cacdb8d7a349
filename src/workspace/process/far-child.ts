import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Running } from './running.ts'
import { type OfProcess, type ToStarter, WINDOW } from './starter-messages.ts'

type About<Message> = Message extends { readonly id: number } ? Omit<Message, 'id'> : never

/** What one process needs of the starter that runs it. */
export interface Line {
  readonly ask: (asked: About<ToStarter>) => void
  readonly keep: (isKept: boolean) => void
}

/** What ended a process of which nobody could say more. */
const LOST = 'the process that had started it ended'

/** A process that the starter runs, with streams as if it were our own. */
export class FarChild implements Running {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr = new Readable({ read: () => undefined })
  readonly #line: Line
  readonly #closed = Promise.withResolvers<readonly [code: number | null, signal: string | null]>()
  readonly #failed = Promise.withResolvers<Error>()
  #taken: (() => void) | undefined
  #unread = 0
  #hasEnded = false

  constructor(line: Line) {
    this.#line = line
    this.stdin = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => this.#write(chunk, done),
      writev: (chunks, done) => this.#write(Buffer.concat(chunks.map(({ chunk }) => chunk as Uint8Array)), done),
      final: (done) => {
        line.ask({ end: true })
        done()
      },
    })
    this.stdin.on('error', () => undefined)
    this.stdout = new Readable({ read: () => this.#askForMore() })
    line.keep(true)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  onError(heard: (error: Error) => void): void {
    void this.#failed.promise.then(heard)
  }

  onClose(heard: (code: number | null, signal: string | null) => void): void {
    void this.#closed.promise.then(([code, signal]) => heard(code, signal))
  }

  stop(): void {
    if (!this.#hasEnded) this.#line.ask({ stop: true })
  }

  keepAlive(isKept: boolean): void {
    if (!this.#hasEnded) this.#line.keep(isKept)
  }

  /** What the starter says of it. */
  hear(told: OfProcess): void {
    if ('out' in told) {
      this.#unread += told.out.length
      // What nobody reads any more is thrown away, so that it does not stand still over it.
      if (this.stdout.destroyed || this.stdout.push(told.out)) this.#askForMore()
    } else if ('err' in told) this.stderr.push(told.err)
    else if ('taken' in told) this.#take(told.taken)
    else if ('failed' in told) this.#failed.resolve(new Error(told.failed))
    else if ('exited' in told) this.#hasEnded = true
    else void this.#close(told.closed)
  }

  /** Its starter is gone, and how it ended with it. */
  lose(): void {
    void this.#close([null, LOST])
  }

  #write(bytes: Uint8Array, done: () => void): void {
    this.#taken = done
    this.#line.ask({ write: bytes })
  }

  #take(isTaken: boolean): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.()
    if (!isTaken) this.stdin.destroy()
  }

  /** A word for every quarter of the window is enough, and small outputs need none. */
  #askForMore(): void {
    if (this.#unread < WINDOW / 4) return
    this.#line.ask({ read: this.#unread })
    this.#unread = 0
  }

  /** As with a child of our own: first all that it wrote is read, or thrown away where nobody reads, then it is closed. */
  async #close(how: readonly [number | null, string | null]): Promise<void> {
    this.#hasEnded = true
    this.#take(false)
    const streams = [this.stdout, this.stderr]
    const ends = streams.map((stream) => (stream.destroyed ? undefined : finished(stream).catch(() => undefined)))
    for (const stream of streams) {
      stream.push(null)
      stream.resume()
    }
    await Promise.all(ends)
    this.#line.keep(false)
    this.#closed.resolve(how)
  }
}
