import type { Fatal } from './orders.ts'
import type { Point } from './points.ts'

/** Counts how often each point is passed, and ends the process at the fatal one: no handler runs, nothing is flushed. */
export class Fuse {
  readonly #fatal: Fatal | null
  readonly counts: Partial<Record<Point, number>> = {}

  constructor(fatal: Fatal | null) {
    this.#fatal = fatal
  }

  readonly pass = (point: Point): void => {
    const hit = (this.counts[point] ?? 0) + 1
    this.counts[point] = hit
    if (this.#fatal?.point !== point || this.#fatal.hit !== hit) return
    process.kill(process.pid, 'SIGKILL')
    // The signal may arrive a moment later, and nothing more may happen until then.
    for (;;);
  }
}
