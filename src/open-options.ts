import type { SdkCrashPoint } from './sdk/crash-point.ts'
import type { SecretSource } from './sdk/secrets.ts'
import type { JobOptions } from './sdk/start.ts'
import type { CrashPoint } from './store/sqlite/crash-point.ts'

/** How Leeway is opened in a project. Everything may be left out. */
export interface OpenOptions extends Partial<JobOptions> {
  /** The project's root: its `leeway.yaml`, and the folder `.leeway` that holds what is kept. */
  readonly root?: string
  readonly tenant?: string
  /** What a gate does that is held, unless it says so itself. */
  readonly onHold?: 'wait' | 'throw'
  /** Whether a line on standard error tells of every hold that is waited for; it does unless this is false. */
  readonly tellHolds?: boolean
  /** Where secrets come from; environment variables when left out. */
  readonly secrets?: SecretSource
  /** Told of every place at which a crash is tried out; for tests. */
  readonly crashPoint?: (point: CrashPoint | SdkCrashPoint) => void
}
