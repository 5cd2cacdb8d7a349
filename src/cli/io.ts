import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config/environment.ts'

/** The world as a command sees it: its streams, its folder, its variables. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly setRawMode?: (on: boolean) => unknown }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly environment: Environment
  readonly folder: string
}

/** How a command ended: fine, with something that failed, or called the wrong way. A hook blocks with the code that agents read as a no. */
export const EXIT = { fine: 0, failed: 1, usage: 2, blocked: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A command of the product, loaded only when it is called. */
export interface Command {
  /** One line for each way to call it, and what it takes. */
  readonly help: string
  readonly run: (args: readonly string[], io: Io) => Promise<ExitCode>
}
