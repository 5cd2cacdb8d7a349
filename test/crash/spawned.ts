import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AgentOrders, ReviewerOrder } from './orders.ts'
import type { Told } from './told.ts'

/** The program of those who are going to be ended. */
export const CHILD = new URL('./child/main.ts', import.meta.url)
/** Far longer than any agent lives; whoever is still there hangs. */
const LONGEST_LIFE_MS = 60_000

/** How a process ended. */
export type End = 'killed' | 'finished' | 'hung' | { readonly failed: string }

/** A process that may be ended at any moment, and what it told until then. */
export class Spawned {
  readonly told: Told[] = []
  readonly ended: Promise<End>
  readonly #child: ChildProcess
  readonly #waiting = new Set<(line: Told | null) => void>()

  private constructor(args: readonly string[], longestMs: number | null) {
    this.#child = spawn(process.execPath, [...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    // Whoever is ended while it is spoken to does not listen any more.
    this.#child.stdin?.on('error', () => undefined)
    createInterface({ input: this.#child.stdout as Readable }).on('line', (line) => this.#hear(line))
    this.ended = this.#watch(longestMs)
  }

  static agent(program: string, orders: AgentOrders): Spawned {
    return new Spawned([program, 'agent', JSON.stringify(orders)], LONGEST_LIFE_MS)
  }

  static reviewer(program: string): Spawned {
    return new Spawned([program, 'reviewer'], null)
  }

  order(order: ReviewerOrder): void {
    const input = this.#child.stdin as Writable
    input.write(`${JSON.stringify(order)}\n`)
  }

  /** Waits for a line of this kind that is told from now on; false when the process ends before. */
  hears(kind: Told['told']): Promise<boolean> {
    return new Promise((resolve) => {
      const wait = (line: Told | null): void => {
        if (line !== null && line.told !== kind) return
        this.#waiting.delete(wait)
        resolve(line !== null)
      }
      this.#waiting.add(wait)
    })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Lets a process go that waits for orders. */
  async dismiss(): Promise<void> {
    this.#child.stdin?.end()
    await this.ended
  }

  async #watch(longestMs: number | null): Promise<End> {
    const errors = text(this.#child.stderr as Readable)
    let hung = false
    const end = (): void => {
      hung = true
      this.kill()
    }
    const limit = longestMs === null ? undefined : setTimeout(end, longestMs)
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) =>
      this.#child.once('error', reject).once('close', (code, signal) => resolve([code, signal])),
    )
    clearTimeout(limit)
    for (const wait of this.#waiting) wait(null)
    if (hung) return 'hung'
    if (signal === 'SIGKILL') return 'killed'
    return code === 0 ? 'finished' : { failed: (await errors).trim() || `It ended with ${code ?? signal}.` }
  }

  #hear(line: string): void {
    const told = parse(line)
    if (told === undefined) return
    this.told.push(told)
    for (const wait of this.#waiting) wait(told)
  }
}

/** The last line may be cut off in the middle: then nobody was told. */
function parse(line: string): Told | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
