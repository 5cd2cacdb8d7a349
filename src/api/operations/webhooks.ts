import * as z from 'zod'
import { TenantId } from '../../model/ids.ts'
import { strict } from '../../model/strict.ts'
import { ADMINS, operation } from '../operation.ts'

const DeadLetter = z
  .object({ seq: z.int(), type: z.string(), tries: z.int(), error: z.string(), at: z.string() })
  .readonly()

const ToldWebhook = z
  .object({
    id: z.string(),
    tenant: TenantId,
    /** Where it leads, without what stands behind the name: paths of webhooks are often secrets. */
    origin: z.string(),
    added_by: z.string(),
    added_at: z.string(),
    /** How the next message stands that has not arrived yet; null where nothing waits. */
    waits: z.object({ tries: z.int(), next_at: z.string(), error: z.string() }).readonly().nullable(),
    /** What was given up, the oldest first; no more than can be sent again at once. */
    dead: z.array(DeadLetter).readonly(),
    given_up: z.int(),
    /** Why nobody can tell how far it was told; null where that is known. */
    wrong: z.string().nullable(),
  })
  .readonly()

/** Who else is told what waits for people. */
export const WEBHOOKS = {
  list_webhooks: operation({
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'Lists the webhooks of the tenants that one administers, with what did not arrive.',
    callers: ADMINS,
    input: strict({}),
    output: z.object({ rows: z.array(ToldWebhook).readonly() }).readonly(),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  resend_webhook: operation({
    method: 'POST',
    path: '/v1/webhooks/:webhook/resend',
    summary:
      'Sends what was given up again, under the same ids: all of it and what waits for its next try, or what is named.',
    callers: ADMINS,
    input: strict({
      webhook: z.string().regex(/^whk_[A-Za-z0-9]{1,96}$/, { error: 'The id of a webhook begins with whk_.' }),
      /** Places in the log. */
      seqs: z.array(z.int().positive()).min(1).max(50).optional(),
    }),
    output: z
      .object({
        arrived: z.array(z.int()).readonly(),
        failed: z.array(z.object({ seq: z.int(), error: z.string() }).readonly()).readonly(),
        /** How much is given up by now. */
        left: z.int(),
      })
      .readonly(),
    errors: ['not_found'],
    event: null,
    repeat: 'same',
  }),
}
