/** How long and how often a run measures. */
export interface Effort {
  readonly name: 'full' | 'quick'
  readonly peers: boolean
  readonly rounds: number
  readonly warmUpMs: number
  readonly sliceMs: number
  /** How long the floor is probed before and after each slice. */
  readonly probeMs: number
  /** Lines of the two streams whose memory is compared. */
  readonly streamLines: readonly [few: number, many: number]
  /** Checkpoints that wait while a page of them is read. */
  readonly pending: number
  /** Lengths of the logs behind which a gate is asked. */
  readonly events: readonly number[]
  /** How many jobs ask in turns. */
  readonly jobs: number
  /** Jobs that are held while the process starts again. */
  readonly heldJobs: number
}

/** Every contender, long enough for the compiler and the machine to settle. */
export const FULL: Effort = {
  name: 'full',
  peers: true,
  rounds: 5,
  warmUpMs: 10_000,
  sliceMs: 1_000,
  probeMs: 250,
  streamLines: [100_000, 1_000_000],
  pending: 1_000_000,
  events: [1_000, 100_000, 1_000_000],
  jobs: 10_000,
  heldJobs: 100_000,
}

/** Ours and the floor only: enough to see that something became twice as slow. */
export const QUICK: Effort = {
  name: 'quick',
  peers: false,
  rounds: 3,
  warmUpMs: 3_000,
  sliceMs: 300,
  probeMs: 100,
  streamLines: [10_000, 50_000],
  pending: 5_000,
  events: [5_000],
  jobs: 1_000,
  heldJobs: 200,
}
