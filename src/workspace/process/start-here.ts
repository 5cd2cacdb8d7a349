import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Running, ToStart } from './running.ts'

/** Starts a program from this very process. */
export function startHere(toStart: ToStart): Running {
  return new OwnChild(spawnGroup(toStart))
}

/** In a process group of its own, so that stopping it reaches all of it, and a key in the terminal none of it. */
export function spawnGroup({ path, args, cwd, env }: ToStart): ChildProcessWithoutNullStreams {
  const child = spawn(path, args, { cwd, env, detached: true, shell: false, stdio: 'pipe' })
  // One that ends early closes its input; how it ended says enough.
  child.stdin.on('error', () => undefined)
  return child
}

/** Ends a child and whatever it started itself. */
export function stopGroup({ pid, exitCode, signalCode }: ChildProcessWithoutNullStreams): void {
  // The number of one that has ended may be somebody else's by now.
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

class OwnChild implements Running {
  readonly #child: ChildProcessWithoutNullStreams

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
  }

  get stdin() {
    return this.#child.stdin
  }

  get stdout() {
    return this.#child.stdout
  }

  get stderr() {
    return this.#child.stderr
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  onError(heard: (error: Error) => void): void {
    this.#child.on('error', heard)
  }

  onClose(heard: (code: number | null, signal: string | null) => void): void {
    this.#child.on('close', heard)
  }

  stop(): void {
    stopGroup(this.#child)
  }

  keepAlive(isKept: boolean): void {
    const { stdin, stdout, stderr } = this.#child
    // The streams of a child are sockets, whatever their types say.
    const parts = [this.#child, stdin, stdout, stderr] as unknown as readonly Pick<Socket, 'ref' | 'unref'>[]
    for (const part of parts) part[isKept ? 'ref' : 'unref']()
  }
}
