import type { Attempt } from '../../model/attempt.ts'
import type { Grant } from '../../model/grant.ts'
import type { HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'
import { scan } from './scan.ts'

type Names = 'list_doubts' | 'settle_attempt' | 'list_grants' | 'revoke_grant'

/** Actions of which nobody knows whether they ran, and what approvals left behind. */
export function attemptHandlers({ context }: House): HandlersOf<Names> {
  return {
    list_doubts: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      const placeOf = ({ claimed_at, id }: Attempt) => ({ value: claimed_at, id })
      return scan(input, (query) => desk.inDoubt(query), { placeOf })
    },
    settle_attempt: async ({ principal, input, idempotency }) => {
      const { attempt, ...settlement } = input
      await deskOf(context, principal, idempotency).settle(attempt, settlement)
      return {}
    },
    list_grants: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      const placeOf = ({ minted_at, id }: Grant) => ({ value: minted_at, id })
      return scan(input, (query) => desk.grants(query), { placeOf })
    },
    revoke_grant: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).revokeGrant(input.grant)
      return {}
    },
  }
}
