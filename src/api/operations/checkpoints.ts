import * as z from 'zod'
import { CheckpointOrder } from '../../model/checkpoint.ts'
import { CheckpointStatus } from '../../model/checkpoint-status.ts'
import { GATE_KINDS } from '../../model/gate.ts'
import { CheckpointId, GrantId, JobId, TenantId } from '../../model/ids.ts'
import { Presence } from '../../model/presence.ts'
import { Review } from '../../model/review.ts'
import { strict } from '../../model/strict.ts'
import { DECIDERS, EVERYBODY, operation, PEOPLE } from '../operation.ts'
import { PAGING, pageOf } from '../paging.ts'
import { CheckpointView, ListedCheckpoint } from '../views.ts'
import { PROOF } from '../web-authn.ts'

/** How long a reader waits for something new, in seconds. */
export const Wait = z.int().min(0).max(30).default(0)

const ContentHash = z.string().min(1).max(200)

/** What is held, and the answers to it. */
export const CHECKPOINTS = {
  list_checkpoints: operation({
    method: 'GET',
    path: '/v1/checkpoints',
    summary: 'Lists what waits for a person, or what became of it.',
    callers: PEOPLE,
    input: strict({
      ...PAGING,
      status: z.array(CheckpointStatus).min(1).default(['pending']),
      /** Of this job and of everything that works for it. */
      job: JobId.optional(),
      agent: z.string().max(1000).optional(),
      tenant: TenantId.optional(),
      kind: z.enum(GATE_KINDS).optional(),
      /** By `deadline` it is only what runs out, the nearest first; by `agent` one of every agent that waits. Of a job: by `age`. */
      by: CheckpointOrder.default('age'),
    }),
    output: pageOf(ListedCheckpoint),
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  read_checkpoint: operation({
    method: 'GET',
    path: '/v1/checkpoints/:checkpoint',
    summary: 'Shows one checkpoint whole. With `wait` and `If-None-Match` it answers when there is something new.',
    callers: EVERYBODY,
    input: strict({ checkpoint: CheckpointId, wait: Wait }),
    output: CheckpointView,
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  answer_checkpoint: operation({
    method: 'POST',
    path: '/v1/checkpoints/:checkpoint/reviews',
    summary: 'Answers what is held, bound to exactly the content that was looked at.',
    callers: DECIDERS,
    input: strict({
      checkpoint: CheckpointId,
      /** What was on the screen; may stand in `If-Match` instead. */
      content_hash: ContentHash,
      review: Review,
      /** One of many answers given at once; it leaves no grant behind. */
      batch: z.boolean().default(false),
      /** Proves presence where an action can't be undone. */
      ...PROOF,
    }),
    output: z
      .object({
        status: CheckpointStatus,
        revision: z.int(),
        missing: z.int(),
        grant: GrantId.nullable(),
        /** Whether somebody was there to take it up. */
        presence: Presence,
      })
      .readonly(),
    errors: [
      'not_found',
      'already_resolved',
      'expired',
      'stale_content',
      'sent_back',
      'answer_not_allowed',
      'edit_denied',
      'grant_in_batch',
      'grant_unfit',
      'unresolved_threads',
      'rejected_parts',
      'unseen_files',
      'self_approval',
      'step_up_needed',
      'halted',
      'job_ended',
      'job_stopped',
      'job_in_doubt',
    ],
    event: 'checkpoint_resolved',
    repeat: 'key',
  }),
}
