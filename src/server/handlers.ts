import type { Handlers } from './call.ts'
import { attemptHandlers } from './handlers/attempts.ts'
import { checkpointHandlers } from './handlers/checkpoints.ts'
import { documentHandlers } from './handlers/documents.ts'
import { gateHandlers, runHandlers } from './handlers/gates.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { logHandlers } from './handlers/log.ts'
import { passkeyHandlers } from './handlers/passkeys.ts'
import { peopleHandlers } from './handlers/people.ts'
import { policyHandlers } from './handlers/policies.ts'
import { pullHandlers } from './handlers/pulls.ts'
import { signInHandlers } from './handlers/sign-ins.ts'
import { tokenHandlers } from './handlers/tokens.ts'
import type { House } from './house.ts'

/** What each operation does. One that nobody handles does not compile. */
export function handlers(house: House): Handlers {
  return {
    ...jobHandlers(house),
    ...documentHandlers(house),
    ...gateHandlers(house),
    ...runHandlers(house),
    ...checkpointHandlers(house),
    ...pullHandlers(house),
    ...attemptHandlers(house),
    ...policyHandlers(house),
    ...peopleHandlers(house),
    ...passkeyHandlers(house),
    ...tokenHandlers(house),
    ...signInHandlers(house),
    ...logHandlers(house),
  }
}
