import type { Readable, Writable } from 'node:stream'

/** A program to start: by its absolute path, with arguments as a list, in an environment that is all it gets to see. */
export interface ToStart {
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A process that runs, whoever started it. It tells how it ended once all that it wrote has been read. */
export interface Running {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly hasEnded: boolean
  /** Called once: it could not be started at all. */
  onError(heard: (error: Error) => void): void
  /** Called once, with its exit code, or what ended it. */
  onClose(heard: (code: number | null, signal: string | null) => void): void
  /** Ends it, and whatever it started itself. */
  stop(): void
  /** Lets our own process end, or not, while this one waits for its next question: it ends by itself when its input does. */
  keepAlive(isKept: boolean): void
}
