import { type Answers, answerBlock, type LineAnswerer } from './answer-block.ts'
import type { AnsweringThread } from './answering-thread.ts'
import type { Block } from './lines.ts'

/** So many bytes of input take about as long to answer as a thread takes to start. */
const LONG_INPUT = 1024 * 1024
/** A shorter block is answered here sooner than a thread would hear of it, and whoever sent it may be waiting. */
const LONG_BLOCK = 8 * 1024
/** For each thread, the blocks that it has and those that are answered here meanwhile. */
const OPEN_PER_THREAD = 6

/** Answers blocks in this thread, and once the input turns out to be long, in others too. */
export class Answerers {
  readonly #answerer: LineAnswerer
  readonly #start: () => Promise<readonly AnsweringThread[]>
  #starting: Promise<void> | undefined
  #threads: readonly AnsweringThread[] = []
  #bytes = 0

  constructor(answerer: LineAnswerer, start: () => Promise<readonly AnsweringThread[]>) {
    this.#answerer = answerer
    this.#start = start
  }

  /** How many blocks may be read ahead of the first that is not written yet. */
  get mostOpen(): number {
    return this.#threads.length * OPEN_PER_THREAD
  }

  /** The answers to a block, or the promise of them where another thread is asked. */
  answer(block: Block): Answers | Promise<Answers> {
    this.#bytes += block.bytes.length
    if (this.#bytes >= LONG_INPUT) this.#starting ??= this.#startThreads()
    const free = block.bytes.length < LONG_BLOCK ? undefined : this.#threads.find((thread) => thread.hasRoom)
    return free === undefined ? answerBlock(block, this.#answerer) : free.answer(block)
  }

  /** Nothing is asked after this. */
  async end(): Promise<void> {
    await this.#starting
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  /** Where no thread may be started, this one answers everything, as it does until they are ready. */
  async #startThreads(): Promise<void> {
    this.#threads = await this.#start().catch(() => [])
  }
}
