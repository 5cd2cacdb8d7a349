import { CRASH_POINTS } from '../../src/store/sqlite/crash-point.ts'

/** Places of the agent's own program, around everything that the store does not see. */
const PROGRAM_POINTS = [
  'open:before',
  'open:after',
  'notice:before',
  'notice:after',
  'action:before',
  'action:after',
  'action:recorded',
  'gate:passed',
  'job:finished',
] as const

/** Every place at which a process is ended. */
export const POINTS = [...CRASH_POINTS, ...PROGRAM_POINTS] as const
export type Point = (typeof POINTS)[number]
