import type { ServerResponse } from 'node:http'
import { AppError } from '../../model/errors.ts'
import type { StreamPlan } from '../call.ts'
import { EventStream, type StreamTerms } from './event-stream.ts'
import type { LogTail } from './log-tail.ts'

/** Who reads, and what of the log is theirs. */
export interface Reading {
  readonly plan: StreamPlan
  readonly recheck: () => Promise<void>
  readonly isProgram: boolean
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>
}

/** All open streams of a server. */
export class Streams {
  readonly #tail: LogTail
  readonly #terms: StreamTerms
  readonly #open = new Set<EventStream>()
  #programs = 0

  constructor(tail: LogTail, terms: StreamTerms) {
    this.#tail = tail
    this.#terms = terms
  }

  get count(): number {
    return this.#open.size
  }

  /** How far everybody has been told of the log by now. */
  get place(): number {
    return this.#tail.last
  }

  /** Begins a stream on a response, which is its own from now on. */
  open(outgoing: ServerResponse, { plan, recheck, isProgram, headers }: Reading): void {
    const { mostOpen, mostOfPrograms } = this.#terms
    const isFull = this.#open.size >= mostOpen || (isProgram && this.#programs >= mostOfPrograms)
    if (isFull) throw new AppError('overloaded')
    outgoing.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
    const stream = new EventStream({ tail: this.#tail, terms: this.#terms, plan, recheck, outgoing })
    this.#open.add(stream)
    this.#programs += isProgram ? 1 : 0
    void stream
      .run()
      .catch(() => outgoing.destroy())
      .finally(() => {
        this.#open.delete(stream)
        this.#programs -= isProgram ? 1 : 0
      })
  }

  close(): void {
    for (const stream of this.#open) stream.end()
  }
}
