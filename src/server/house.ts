import type { Context } from '../sdk/context.ts'
import type { Challenges } from './access/challenges.ts'
import type { SessionCookie } from './access/session-cookie.ts'
import type { SignIns } from './access/sign-ins.ts'
import type { StepUps } from './access/step-ups.ts'
import type { LogTail } from './events/log-tail.ts'
import type { OpenHolds } from './open-holds.ts'
import type { RemotePresence } from './remote-presence.ts'
import type { RemoteSessions } from './remote-sessions.ts'
import type { WebhookDoor } from './webhook-door.ts'

/** Everything that the handlers of one server share. */
export interface House {
  readonly context: Context
  readonly signIns: SignIns
  readonly stepUps: StepUps
  /** Passkeys that are being made, each by somebody who has just proved that it is them. */
  readonly newPasskeys: Challenges
  readonly tail: LogTail
  readonly cookie: SessionCookie
  readonly sessions: RemoteSessions
  readonly presence: RemotePresence
  readonly openHolds: OpenHolds
  readonly webhooks: WebhookDoor
  /** Where a browser finds the server; under another of its names, where it is asked for one. */
  readonly url: (name?: 'localhost') => string
}
