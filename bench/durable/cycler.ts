import type { Contender, Loop } from '../contender.ts'

/** One way to hold and release an agent: it reaches a gate, the hold is kept, a person approves, the agent goes on. */
export interface Cycler {
  readonly name: string
  readonly answers: string
  /** One whole cycle; throws when the agent may not go on in the end. */
  readonly cycle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** How many cycles are under way at once, by workload. */
export const WIDTHS = { '32 at once': 32, 'one at a time': 1 } as const

/** So many cycles a batch that the first and the last of them do not count much. */
export const BATCHES: Readonly<Record<string, number>> = { '32 at once': 128, 'one at a time': 4 }

/** A cycler on both workloads, once a cycle of it has worked. */
export async function cyclingContender({ name, answers, cycle, close }: Cycler): Promise<Contender> {
  await cycle()
  const loops = Object.entries(WIDTHS).map(([workload, width]) => [workload, atOnce(width, cycle)] as const)
  return { name, answers, loops: Object.fromEntries(loops), close }
}

function atOnce(width: number, cycle: () => Promise<void>): Loop {
  return async (count) => {
    let begun = 0
    const work = async (): Promise<void> => {
      while (begun < count) {
        begun++
        await cycle()
      }
    }
    await Promise.all(Array.from({ length: width }, work))
    return begun
  }
}
