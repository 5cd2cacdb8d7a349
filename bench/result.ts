/** One line of the table: what one contender reached on one workload. */
export interface Row {
  readonly path: string
  readonly workload: string
  readonly contender: string
  /** What an answer of this contender holds. */
  readonly answers: string
  /** The median over the rounds, in `unit`, by the clock on the wall. */
  readonly value: number
  readonly unit: string
  /** The same by processor time; what is no rate has none. */
  readonly perCpuSecond?: number
  /** Median share of what the floor reached right before and after; more is better. */
  readonly ofFloor: number
  /** Smallest and largest share of any round. */
  readonly spread: readonly [least: number, most: number]
}

/** The row of a contender that could not be measured here, with the reason in place of a figure. */
export function unmeasured(of: Pick<Row, 'path' | 'workload' | 'unit'>, contender: string, reason: string): Row {
  const none = Number.NaN
  return { ...of, contender, answers: `not measured: ${reason}`, value: none, ofFloor: none, spread: [none, none] }
}

/** The name under which our own rows stand. */
export const OURS = 'leeway'
/** The name under which the rows of the floor stand. */
export const FLOOR = 'floor'

/** Names a workload of a path, as in `floor.json`. */
export function keyOf({ path, workload }: Row): string {
  return `${path}/${workload}`
}

/** The middle value; of an even number the lower middle, so that a figure is always one that was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
