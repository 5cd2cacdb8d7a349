import { AppError } from '../model/errors.ts'
import { BEFORE_COMMAND, gitEnvironment } from './git-environment.ts'
import { gitFailure } from './git-failure.ts'
import type { Running } from './process/running.ts'
import { startProgram } from './process/start-program.ts'

/** How one run of git is bounded, and what it gets. */
export interface GitOptions {
  readonly input?: Uint8Array | readonly Uint8Array[]
  /** More environment; never from a caller outside the workspace. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Is handed what git writes piece by piece, and it is gathered nowhere else. Has to be quick, and never throws. */
  readonly take?: (piece: Buffer) => void
  readonly signal?: AbortSignal | undefined
}

/** How a run of git ended. */
export interface Ended {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

const TIMEOUT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_STDERR = 64 * 1024

/** The git of this machine: called by its absolute path, with arguments as a list, in an environment of our own. */
export class Git {
  readonly path: string
  readonly version: string
  readonly #env: Readonly<Record<string, string>>

  constructor(path: string, version: string) {
    this.path = path
    this.version = version
    this.#env = gitEnvironment(path)
  }

  /** Runs a command to its end and gives what it wrote; throws when it fails. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const ended = await this.attempt(args, options)
    if (ended.code !== 0) throw gitFailure(commandIn(args), ended.stderr)
    return ended.stdout
  }

  /** Runs a command to its end, however it ends; throws only when a bound was met. */
  attempt(args: readonly string[], options: GitOptions = {}): Promise<Ended> {
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) return reject(new AppError('git_stopped'))
      const child = this.start(args, options.env)
      const watch = new Watch(child, commandIn(args), options)
      child.onError((cause) => reject(new AppError('git_missing', [], { cause })))
      child.onClose((code, signal) => {
        const broken = watch.end()
        if (broken !== undefined) return reject(broken)
        resolve({ code: code ?? 128, stdout: watch.stdout(), stderr: watch.stderr() || String(signal ?? '') })
      })
      feed(child, options.input)
    })
  }

  /** Starts a command whose streams the caller looks after. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const { path } = this
    return startProgram({ path, args: [...BEFORE_COMMAND, ...args], cwd: '/', env: { ...this.#env, ...env } })
  }
}

/** Gathers what a child writes and stops it when it writes too much, takes too long, or nobody waits any more. */
class Watch {
  readonly #out: Buffer[] = []
  readonly #err: Buffer[] = []
  #size = 0
  #errSize = 0
  #broken: AppError | undefined
  readonly #timer: NodeJS.Timeout
  readonly #release: () => void

  constructor(child: Running, command: string, options: GitOptions) {
    const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, signal } = options
    const { take = (piece: Buffer) => void this.#out.push(piece) } = options
    const breakOff = (error: AppError) => {
      this.#broken ??= error
      child.stop()
    }
    child.stdout.on('data', (chunk: Buffer) => {
      this.#size += chunk.length
      if (this.#broken === undefined) take(chunk)
      if (this.#size <= maxBytes) return
      breakOff(new AppError('too_much_output', [], { details: { command, limit: String(maxBytes) } }))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errSize += chunk.length
      if (this.#errSize <= MAX_STDERR) this.#err.push(chunk)
    })
    this.#timer = setTimeout(() => {
      const message = `git ${command} took longer than ${timeoutMs / 1000} seconds and was stopped.`
      breakOff(new AppError('git_timeout', [], { message, details: { command } }))
    }, timeoutMs)
    const onAbort = () => breakOff(new AppError('git_stopped', [], { details: { command } }))
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#release = () => signal?.removeEventListener('abort', onAbort)
  }

  end(): AppError | undefined {
    clearTimeout(this.#timer)
    this.#release()
    return this.#broken
  }

  stdout(): Buffer {
    return Buffer.concat(this.#out)
  }

  stderr(): string {
    return Buffer.concat(this.#err).toString('utf8')
  }
}

function feed(child: Running, input: GitOptions['input'] = []): void {
  for (const chunk of input instanceof Uint8Array ? [input] : input) child.stdin.write(chunk)
  child.stdin.end()
}

/** The subcommand, for messages: the first word that is no option of git itself. */
function commandIn(args: readonly string[]): string {
  return args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? ''
}
