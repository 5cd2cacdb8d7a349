import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import type { Catalog } from '../policy/catalog.ts'
import type { Answers } from './answer-block.ts'
import type { ThreadSays, ThreadStart } from './answer-in-thread.ts'
import type { LineCommand } from './line-answers.ts'
import type { Block } from './lines.ts'

/** One block in work and two that wait, so that a thread never waits for us while we answer one ourselves. */
const ROOM = 3
/** Reading and writing stay with the first thread, and more than these it could not feed. */
const MOST_THREADS = 3
/** Hardly anything outlives the line that it was made for, so that more room for new things would only take memory. */
const YOUNG_MEGABYTES = 48

/** Starts a thread for every processor but the one that is busy already. */
export function startThreads(command: LineCommand, { presets, heuristics }: Catalog): readonly AnsweringThread[] {
  // A project's own heuristics are functions, which no other thread can be given.
  if (heuristics !== BUILT_IN_HEURISTICS) return []
  const count = Math.min(MOST_THREADS, availableParallelism() - 1)
  // The presets as they were read here: a file that is changed by now must not change half of the answers.
  const workerData: ThreadStart = { command, presets }
  // As it is, or as it is built.
  const program = new URL(`./answer-in-thread${extname(import.meta.url)}`, import.meta.url)
  const options = { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } }
  return Array.from({ length: count }, () => new AnsweringThread(new Worker(program, options)))
}

/** Another thread that answers blocks as this one does, in the order in which it gets them. */
export class AnsweringThread {
  readonly #worker: Worker
  readonly #asked: PromiseWithResolvers<Answers>[] = []
  #isReady = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (said: ThreadSays) => {
      if (said === 'ready') this.#isReady = true
      else this.#asked.shift()?.resolve(said)
    })
    worker.once('error', (error) => this.#fail(error))
    worker.once('exit', () => this.#fail(new Error('A thread ended before it had answered.')))
  }

  /** False while it starts, while it has enough to do, and when it is gone. */
  get hasRoom(): boolean {
    return this.#isReady && this.#asked.length < ROOM
  }

  /** The answers to a block. They fail with the thread, so that no line is ever left out unnoticed. */
  answer({ bytes, afterTooLarge }: Block): Promise<Answers> {
    const asked = Promise.withResolvers<Answers>()
    this.#asked.push(asked)
    // A copy of its own, because what it is cut from may be shared with the rest of the input.
    const own = new Uint8Array(bytes)
    this.#worker.postMessage({ bytes: own, afterTooLarge }, [own.buffer])
    return asked.promise
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Its blocks are not answered elsewhere: what ended a thread would end this one too. */
  #fail(error: unknown): void {
    this.#isReady = false
    for (const asked of this.#asked.splice(0)) asked.reject(error)
  }
}
