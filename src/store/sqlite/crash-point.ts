/** Every place at which a test can end the process, in the order in which a write passes them. */
export const CRASH_POINTS = [
  'append:before_begin',
  'append:after_begin',
  'append:after_rows',
  'append:after_events',
  'append:after_effects',
  'append:after_link',
  'append:before_commit',
  'append:after_commit',
  'append:acknowledged',
  'effects:before_end',
  'effects:after_end',
  'effects:before_retry',
  'effects:after_retry',
  'lease:before_take',
  'lease:after_take',
  'lease:before_release',
  'lease:after_release',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Called at each point; does nothing outside of tests. */
export type CrashHook = (point: CrashPoint) => void
