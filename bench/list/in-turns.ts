import type { Effort } from '../effort.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'

/** Two ways to do one thing, of which less is better. */
export interface Duel {
  readonly path: string
  readonly workload: string
  readonly unit: string
  readonly floor: Side
  readonly ours: Side
}

interface Side {
  /** Asked for when everything is measured. */
  readonly answers: () => string
  /** What one round took. */
  readonly measure: () => Promise<number>
}

/** Measures both in turns, ours between two rounds of the floor. */
export async function inTurns({ floor, ours, ...common }: Duel, { rounds }: Effort): Promise<readonly Row[]> {
  const least: number[] = []
  const own: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await floor.measure()
    own.push(await ours.measure())
    least.push((before + (await floor.measure())) / 2)
  }
  const shares = own.map((took, round) => (least[round] ?? Number.NaN) / took)
  const spread = [Math.min(...shares), Math.max(...shares)] as const
  return [
    { ...common, contender: FLOOR, answers: floor.answers(), value: median(least), ofFloor: 1, spread: [1, 1] },
    { ...common, contender: OURS, answers: ours.answers(), value: median(own), ofFloor: median(shares), spread },
  ]
}
