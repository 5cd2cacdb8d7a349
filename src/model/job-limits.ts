/** How large one job may grow. Whatever closes a job does so in one commit, and nobody else may wait for that. */
export const JOB_LIMITS = {
  /** Gates at which one job waits for a person at the same time. */
  held: 1000,
  /** Jobs above a job. Every gate is decided under all of them. */
  above: 32,
  /** People who start the same job again. Each is looked at whenever somebody approves. */
  joined: 100,
} as const
