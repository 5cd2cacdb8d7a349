import type { Workplace } from '../config/workplace.ts'
import type { Workspaces } from '../engine/ports.ts'
import type { Ports } from '../engine/run-command.ts'
import type { TenantId } from '../model/ids.ts'
import type { SdkCrashHook } from './crash-point.ts'
import type { Forge } from './forge/forge.ts'
import type { SecretSource } from './secrets.ts'
import type { Session } from './session.ts'
import type { TellHold } from './tell-hold.ts'

/** What everything that one open Leeway does has in common. */
export interface Context extends Ports {
  readonly workplace: Workplace
  readonly workspaces: Workspaces
  readonly tenant: TenantId
  readonly session: Session
  readonly secrets: SecretSource
  readonly onHold: 'wait' | 'throw'
  /** Absent where pull requests are shown here alone. */
  readonly forge?: Forge | undefined
  /** Set for the scripted agent alone: what it asks is marked, so that nobody takes it for real work. */
  readonly demo?: true | undefined
  /** Absent where nobody watches. */
  readonly tellHold?: TellHold | undefined
  /** Set by tests that end the process at a chosen point. */
  readonly crashPoint?: SdkCrashHook | undefined
}
