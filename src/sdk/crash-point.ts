/** Every place at which a test can end the process around what agents and programs do, in the order they are passed. */
export const SDK_CRASH_POINTS = [
  'drive:taken',
  'gate:asked',
  'gate:before_spend',
  'gate:spent',
  'action:claimed',
  'action:ran',
  'action:recorded',
  'step:before_run',
  'step:ran',
  'step:recorded',
  'once:claimed',
  'phase:ran',
  'phase:recorded',
  'offer:made',
  'landing:expected',
  'landing:landed',
  'landing:joined',
  'merge:claimed',
  'merge:made',
  'merge:recorded',
  'child:started',
  'child:ended',
  'drive:before_end',
  'drive:ended',
] as const
export type SdkCrashPoint = (typeof SDK_CRASH_POINTS)[number]

/** Called at each point; does nothing outside of tests. */
export type SdkCrashHook = (point: SdkCrashPoint) => void
