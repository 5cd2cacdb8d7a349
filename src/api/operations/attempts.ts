import * as z from 'zod'
import { Attempt } from '../../model/attempt.ts'
import { Grant } from '../../model/grant.ts'
import { AttemptId, GrantId } from '../../model/ids.ts'
import { strict } from '../../model/strict.ts'
import { DECIDERS, operation, PEOPLE } from '../operation.ts'
import { PAGING, pageOf } from '../paging.ts'
import { Reason } from './jobs.ts'

/** Actions of which nobody knows whether they ran. */
export const ATTEMPTS = {
  list_doubts: operation({
    method: 'GET',
    path: '/v1/attempts/in-doubt',
    summary: 'Lists actions of which nobody knows whether they ran.',
    callers: PEOPLE,
    input: strict(PAGING),
    output: pageOf(Attempt),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  settle_attempt: operation({
    method: 'POST',
    path: '/v1/attempts/:attempt/settlement',
    summary: 'Says what became of an action in doubt.',
    callers: DECIDERS,
    input: strict({
      attempt: AttemptId,
      status: z.enum(['succeeded', 'failed']),
      reason: Reason,
      /** What came of it, for the agent to go on with. */
      value: z.unknown().optional(),
    }),
    output: strict({}),
    errors: ['not_found', 'not_in_doubt'],
    event: 'attempt_ended',
    repeat: 'key',
  }),
}

/** What approvals left behind. */
export const GRANTS = {
  list_grants: operation({
    method: 'GET',
    path: '/v1/grants',
    summary: 'Lists the permissions that approvals left behind.',
    callers: PEOPLE,
    input: strict(PAGING),
    output: pageOf(Grant),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  revoke_grant: operation({
    method: 'DELETE',
    path: '/v1/grants/:grant',
    summary: 'Takes a permission back.',
    callers: DECIDERS,
    input: strict({ grant: GrantId }),
    output: strict({}),
    errors: ['not_found'],
    event: 'grant_revoked',
    repeat: 'same',
  }),
}
