import type { Loop } from './contender.ts'

/** How often a second something is done. */
export interface Rate {
  /** By the clock on the wall, which other programs on the machine slow down. */
  readonly perSecond: number
  /** By the time that processors worked on it, helper threads included; ratios are made of this. */
  readonly perCpuSecond: number
}

const BATCH_MS = 5

/** Lets a loop work for a while; clocks are read between batches only, of which none is smaller than the first. */
export async function rate(loop: Loop, ms: number, first = 1): Promise<Rate> {
  let batch = first
  let done = 0
  const cpuStart = process.cpuUsage()
  const start = performance.now()
  let now = start
  while (now - start < ms) {
    const batchStart = now
    await loop(batch)
    done += batch
    now = performance.now()
    if (now - batchStart < BATCH_MS) batch *= 2
  }
  const { user, system } = process.cpuUsage(cpuStart)
  return { perSecond: (done / (now - start)) * 1_000, perCpuSecond: (done / (user + system)) * 1_000_000 }
}
