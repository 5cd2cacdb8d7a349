import { SDK_CRASH_POINTS } from '../../src/sdk/crash-point.ts'
import { CRASH_POINTS } from '../../src/store/sqlite/crash-point.ts'

/** Places of the agent's own code, which neither the store nor the SDK sees. */
const OWN_POINTS = [
  'open:before',
  'open:after',
  'job:called_off',
  'act:before',
  'act:after',
  'end:passed',
  'job:finished',
] as const

/** Places that are passed only where there is a branch. */
export const PAPER_POINTS: ReadonlySet<Point> = new Set<Point>([
  'offer:made',
  'landing:expected',
  'landing:landed',
  'landing:joined',
  'merge:claimed',
  'merge:made',
  'merge:recorded',
])

/** Every place at which a process is ended. */
export const POINTS = [...CRASH_POINTS, ...SDK_CRASH_POINTS, ...OWN_POINTS] as const
export type Point = (typeof POINTS)[number]
