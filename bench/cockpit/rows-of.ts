import { FLOOR, median, OURS, type Row } from '../result.ts'
import type { Looked } from './look-at.ts'

const WORKLOADS = {
  visit: { name: 'first paint at the first visit', unit: 'ms' },
  first: { name: 'first paint', unit: 'ms' },
  clock: { name: 'first paint by the clock', unit: 'ms' },
  longest: { name: 'longest task until all is there', unit: 'ms' },
  frame: { name: 'one frame of scrolling', unit: 'ms' },
  key: { name: 'a key until it is seen (p95)', unit: 'ms' },
  nodes: { name: 'elements', unit: 'elements' },
} as const

/** What was looked at, ours beside the plain page of the same round. */
export interface Sample {
  readonly ours: Looked
  readonly plain: Looked
}

/** Less is better in all of it, so a share of the floor is what the floor took over what ours took. */
export function rowsOf(
  what: { readonly name: string; readonly answers: string },
  samples: readonly Sample[],
): readonly Row[] {
  return Object.entries(WORKLOADS).flatMap(([key, { name, unit }]) => {
    const of = (looked: Looked) => looked[key as keyof Looked]
    const shares = samples.map(({ ours, plain }) => of(plain) / of(ours))
    const row = { path: 'cockpit', workload: `${what.name}, ${name}`, unit }
    const floor = median(samples.map(({ plain }) => of(plain)))
    return [
      { ...row, contender: FLOOR, answers: 'a plain page', value: floor, ofFloor: 1, spread: [1, 1] },
      {
        ...row,
        contender: OURS,
        answers: what.answers,
        value: median(samples.map(({ ours }) => of(ours))),
        ofFloor: median(shares),
        spread: [Math.min(...shares), Math.max(...shares)],
      },
    ] as const satisfies readonly Row[]
  })
}
