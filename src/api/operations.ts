import type * as z from 'zod'
import type { OperationShape } from './operation.ts'
import { ATTEMPTS, GRANTS } from './operations/attempts.ts'
import { CHECKPOINTS } from './operations/checkpoints.ts'
import { DOCUMENTS } from './operations/documents.ts'
import { GATES } from './operations/gates.ts'
import { HEALTH } from './operations/health.ts'
import { JOBS } from './operations/jobs.ts'
import { KILL_SWITCH, LOG } from './operations/log.ts'
import { PASSKEYS } from './operations/passkeys.ts'
import { PEOPLE_OPERATIONS, SIGN_INS, TOKENS } from './operations/people.ts'
import { POLICIES } from './operations/policies.ts'
import { PULLS } from './operations/pulls.ts'
import { WEBHOOKS } from './operations/webhooks.ts'

/** Everything that can be asked of the server, by its name. */
export const OPERATIONS = {
  ...JOBS,
  ...DOCUMENTS,
  ...GATES,
  ...CHECKPOINTS,
  ...PULLS,
  ...ATTEMPTS,
  ...GRANTS,
  ...POLICIES,
  ...PEOPLE_OPERATIONS,
  ...SIGN_INS,
  ...PASSKEYS,
  ...TOKENS,
  ...LOG,
  ...KILL_SWITCH,
  ...WEBHOOKS,
  ...HEALTH,
} satisfies Readonly<Record<string, OperationShape>>

export type Operations = typeof OPERATIONS
export type OperationName = keyof Operations

/** What a caller gives, before defaults are filled in. */
export type GivenTo<Name extends OperationName> = z.input<Operations[Name]['input']>
/** What a handler works with. */
export type InputOf<Name extends OperationName> = z.output<Operations[Name]['input']>
/** What a caller gets. */
export type OutputOf<Name extends OperationName> = z.output<Operations[Name]['output']>
