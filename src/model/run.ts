/** When a run checks in with a person, finest first: a finer one includes the coarser ones. */
export const CHECK_IN_FREQUENCIES = ['per-step', 'per-phase', 'end-only', 'never'] as const
export type CheckInFrequency = (typeof CHECK_IN_FREQUENCIES)[number]

/** The worst severity that is let pass, strictest first: `none` tolerates nothing. */
export const TOLERANCES = ['none', 'low', 'medium', 'high'] as const
export type Tolerance = (typeof TOLERANCES)[number]
