/** What an axis says of a gate, mildest first: the position is the rank, and the worst one is the verdict. */
export const OUTCOMES = ['pass', 'ask', 'stop', 'deny'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The policy's answer, mildest first, in step with the outcomes. */
export const VERDICTS = ['allow', 'ask', 'stop', 'deny'] as const
export type Verdict = (typeof VERDICTS)[number]
