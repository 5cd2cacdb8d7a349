import { AppError } from '../model/errors.ts'
import { gitFailure } from './git-failure.ts'
import type { StartGit } from './open-git.ts'
import type { Running } from './process/running.ts'

/** An object as git describes it, with its bytes where they were asked for. */
export interface ObjectAnswer {
  readonly oid: string
  readonly type: string
  readonly size: number
  readonly bytes?: Buffer
}

interface Waiting {
  readonly wantsBytes: boolean
  readonly resolve: (answer: ObjectAnswer | undefined) => void
  readonly reject: (error: Error) => void
}

const IDLE_MS = 5_000

/** Reads objects and refs through one git that stays open while there is something to read, and ends by itself when idle. */
export class ObjectReader {
  readonly #start: StartGit
  readonly #onAnswered: () => void
  #child: Running | undefined
  #waiting: Waiting[] = []
  #received: Buffer[] = []
  #held = 0
  #needed = 0
  #said = ''
  #idle: NodeJS.Timeout | undefined
  #isLast = false

  /** `onAnswered` is called each time that all questions are answered. Has to be quick, and never throws. */
  constructor(start: StartGit, onAnswered: () => void = () => undefined) {
    this.#start = start
    this.#onAnswered = onAnswered
  }

  /** What an object or ref is; nothing when it does not exist. The name is one that we made or checked. */
  info(name: string): Promise<ObjectAnswer | undefined> {
    return this.#ask('info', name)
  }

  /** The same with the bytes. Ask `info` first where the size is not known to be bearable. */
  contents(name: string): Promise<ObjectAnswer | undefined> {
    return this.#ask('contents', name)
  }

  /** Ends the git behind it; the next question starts another. */
  close(): void {
    clearTimeout(this.#idle)
    this.#isLast = false
    if (this.#child !== undefined) this.#child.stop()
    this.#end(new AppError('git_stopped'))
  }

  /** The same once it has answered all that it was asked: whoever asked did nothing wrong. */
  closeWhenDone(): void {
    if (this.#waiting.length === 0) this.close()
    else this.#isLast = true
  }

  #ask(command: 'info' | 'contents', name: string): Promise<ObjectAnswer | undefined> {
    if (!/^[\w./-]+$/.test(name)) throw new AppError('invalid_input', [], { message: 'That is no name of an object.' })
    clearTimeout(this.#idle)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ wantsBytes: command === 'contents', resolve, reject })
      const child = this.#open()
      child.keepAlive(true)
      child.stdin.write(`${command} ${name}\n`)
    })
  }

  #open(): Running {
    if (this.#child !== undefined) return this.#child
    const child = this.#start(['cat-file', '--batch-command'])
    this.#child = child
    // What one that was ended still had to say is no answer to what the next one is asked.
    const isCurrent = () => this.#child === child
    child.stdout.on('data', (chunk: Buffer) => {
      if (isCurrent()) this.#take(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (isCurrent()) this.#said = (this.#said + chunk).slice(0, 4_000)
    })
    child.onError((cause) => {
      if (isCurrent()) this.#end(new AppError('git_missing', [], { cause }))
    })
    child.onClose(() => {
      if (isCurrent()) this.#end(gitFailure('cat-file', this.#said))
    })
    return child
  }

  /** Chunks are put together only once there are enough of them, so that a large file is copied once. */
  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#held += chunk.length
    if (this.#held < this.#needed) return
    let rest = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    for (let answer = this.#next(rest); answer !== undefined; answer = this.#next(rest)) rest = rest.subarray(answer)
    this.#received = rest.length === 0 ? [] : [rest]
    this.#held = rest.length
    clearTimeout(this.#idle)
    if (this.#waiting.length > 0) return
    this.#onAnswered()
    if (this.#isLast) return this.close()
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    if (this.#child !== undefined) this.#child.keepAlive(false)
  }

  /** Answers the first question when all of its answer is there, and says how many bytes that took. */
  #next(bytes: Buffer): number | undefined {
    const [first] = this.#waiting
    this.#needed = 0
    if (first === undefined) return undefined
    const { answer, end } = readAnswer(bytes, first.wantsBytes)
    if (end > bytes.length) {
      this.#needed = end
      return undefined
    }
    this.#waiting.shift()
    first.resolve(answer?.())
    return end
  }

  #end(error: AppError): void {
    const waiting = this.#waiting
    this.#child = undefined
    this.#waiting = []
    this.#received = []
    this.#held = 0
    this.#needed = 0
    this.#said = ''
    for (const { reject } of waiting) reject(error)
  }
}

/** Where the answer at the start of the bytes ends, and the answer itself; none for an object that is missing. */
function readAnswer(
  bytes: Buffer,
  wantsBytes: boolean,
): { readonly end: number; readonly answer?: () => ObjectAnswer } {
  const lineEnd = bytes.indexOf(10)
  if (lineEnd < 0) return { end: bytes.length + 1 }
  const [oid = '', type = '', length = ''] = bytes.toString('latin1', 0, lineEnd).split(' ')
  const size = Number(length)
  if (length === '' || !Number.isSafeInteger(size)) return { end: lineEnd + 1 }
  if (!wantsBytes) return { end: lineEnd + 1, answer: () => ({ oid, type, size }) }
  const end = lineEnd + 1 + size + 1
  return { end, answer: () => ({ oid, type, size, bytes: Buffer.from(bytes.subarray(lineEnd + 1, end - 1)) }) }
}
