import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** How a process ended, and what it said. */
export interface Ended {
  readonly out: string
  readonly err: string
  readonly signal: string | null
}

/** Runs a process to its end. */
export async function runChild(command: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)])
  const [, signal] = await closed
  return { out, err, signal }
}
