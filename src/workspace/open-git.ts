import { AppError } from '../model/errors.ts'
import type { Running } from './process/running.ts'

/** How a question to an open git ended: the lines that it answered, or what it said when it gave up. */
export type Answered =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly said: string }

/** Starts git with some arguments; its caller knows the repository. */
export type StartGit = (args: readonly string[]) => Running

/** When an answer is complete: after so many lines, or with a line that says so and is no part of it. */
export type AnswerEnd = number | { readonly line: string }

/** Something to ask, and when its answer is complete. */
interface Asking {
  readonly input: readonly Uint8Array[]
  readonly end: AnswerEnd
}

interface Question {
  readonly end: AnswerEnd
  readonly resolve: (answered: Answered) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

const IDLE_MS = 5_000
const TIMEOUT_MS = 60_000
/** More than any of them has to say; whoever asks for what may be longer has another way. */
const MAX_ANSWER = 4 * 1024 * 1024

/** A git that stays open and is asked one thing after the other, because starting it costs more than most of what it does. */
export class OpenGit {
  readonly #start: StartGit
  readonly #args: readonly string[]
  readonly #onAnswered: () => void
  #child: Running | undefined
  #question: Question | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #out = ''
  #err = ''
  #idle: NodeJS.Timeout | undefined

  /** `onAnswered` is called with each answer. Has to be quick, and never throws. */
  constructor(start: StartGit, args: readonly string[], onAnswered: () => void = () => undefined) {
    this.#start = start
    this.#args = args
    this.#onAnswered = onAnswered
  }

  /** Writes something and waits for the answer. One that gives up is gone; the next question starts another. */
  ask(input: readonly Uint8Array[], end: AnswerEnd): Promise<Answered> {
    const answered = this.#turn.then(() => this.#askNow(input, end))
    this.#turn = answered.catch(() => undefined)
    return answered
  }

  /**
   * Asks two things as one: nobody else's question comes between them, and where the git that answered the first is gone, the second is put
   * to no other, which knows nothing of it. What the second is, is worked out while git waits.
   */
  askTwice(first: Asking, then: () => Promise<Asking>): Promise<Answered> {
    const answered = this.#turn.then(async () => {
      const begun = await this.#askNow(first.input, first.end)
      const child = this.#child
      if (!begun.ok) return begun
      const { input, end } = await then()
      return child !== undefined && child === this.#child
        ? this.#askNow(input, end)
        : { ok: false as const, said: this.#err }
    })
    this.#turn = answered.catch(() => undefined)
    return answered
  }

  /** Lets it end by itself, once it has answered, and waits for that. */
  close(): Promise<void> {
    const ended = this.#turn.then(() => this.#end())
    this.#turn = ended.catch(() => undefined)
    return ended
  }

  #end(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    if (child === undefined) return Promise.resolve()
    child.keepAlive(true)
    return new Promise((resolve) => {
      child.onClose(() => resolve())
      child.stdin.end()
    })
  }

  #askNow(input: readonly Uint8Array[], end: AnswerEnd): Promise<Answered> {
    clearTimeout(this.#idle)
    const child = this.#open()
    child.keepAlive(true)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(child, new AppError('git_timeout')), TIMEOUT_MS)
      this.#question = { end, resolve, reject, timer }
      // In one piece: each by itself wakes git up.
      child.stdin.cork()
      for (const chunk of input) child.stdin.write(chunk)
      child.stdin.uncork()
    })
  }

  /** Whatever it still says is no answer to what is asked next. */
  #giveUp(child: Running, why: AppError): void {
    child.stop()
    this.#child = undefined
    this.#take()?.reject(why)
  }

  #open(): Running {
    if (this.#child !== undefined) return this.#child
    const child = this.#start(this.#args)
    this.#child = child
    this.#out = ''
    this.#err = ''
    const isCurrent = () => this.#child === child
    child.stdout.on('data', (chunk: Buffer) => {
      if (!isCurrent()) return
      this.#out += chunk.toString('utf8')
      if (this.#out.length > MAX_ANSWER) child.stop()
      else this.#answer()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (isCurrent()) this.#err = (this.#err + chunk).slice(0, 8_000)
    })
    child.onError((cause) => {
      if (isCurrent()) this.#giveUp(child, new AppError('git_missing', [], { cause }))
    })
    child.onClose(() => {
      if (!isCurrent()) return
      this.#child = undefined
      this.#take()?.resolve({ ok: false, said: this.#err })
    })
    return child
  }

  #answer(): void {
    const lines = this.#question && answerIn(this.#out, this.#question.end)
    if (lines === undefined) return
    this.#out = ''
    this.#onAnswered()
    this.#take()?.resolve({ ok: true, lines })
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    if (this.#child !== undefined) this.#child.keepAlive(false)
  }

  #take(): Question | undefined {
    const question = this.#question
    this.#question = undefined
    clearTimeout(question?.timer)
    return question
  }
}

/** The lines of an answer that is complete. */
function answerIn(out: string, end: AnswerEnd): readonly string[] | undefined {
  if (typeof end === 'number') {
    const lines = out.split('\n')
    return lines.length <= end ? undefined : lines.slice(0, end)
  }
  const last = `${end.line}\n`
  return out === last || out.endsWith(`\n${last}`) ? out.slice(0, -last.length).split('\n').slice(0, -1) : undefined
}
