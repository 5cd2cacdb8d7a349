import * as z from 'zod'
import { Attempt, Permit } from '../../model/attempt.ts'
import { Checkpoint, ReviewTerms } from '../../model/checkpoint.ts'
import { Content, Surroundings } from '../../model/content.ts'
import { Decision } from '../../model/decision.ts'
import { Gate } from '../../model/gate.ts'
import { AttemptId, CheckpointId, ChosenId, JobId } from '../../model/ids.ts'
import { RemarkAnswer } from '../../model/remark-answer.ts'
import { strict } from '../../model/strict.ts'
import { operation, PROGRAMS } from '../operation.ts'
import { Key, Reason } from './jobs.ts'

/** The running process that claims an action, by a name of its own; it keeps itself alive with `keep_session`. */
const SessionName = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, {
  error: 'A session has 8 to 64 letters, digits, "_" and "-".',
})

/** How a held gate is to be reviewed. What is left out follows from the kind of gate, so that no default may fill it in. */
const Terms = z.strictObject(
  Object.fromEntries(Object.entries(ReviewTerms.unwrap().shape).map(([name, field]) => [name, withoutDefault(field)])),
) as unknown as ReturnType<ReturnType<typeof ReviewTerms.unwrap>['partial']>

function withoutDefault(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodReadonly) return withoutDefault(field.unwrap() as z.ZodType)
  return (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional()
}

const Claim = {
  session: SessionName,
  /** Whether somebody will record how the action went. */
  recorded: z.boolean().default(false),
  /** The target takes our key and does nothing twice, so that an unknown outcome may be tried again. */
  idempotent: z.boolean().default(false),
}

/** What an agent is told at once. A hold is not an error, and neither is a no. */
const Asked = z.discriminatedUnion('status', [
  z.object({ status: z.literal('allowed'), decision: Decision, attempt: Attempt.nullable(), permit: Permit }),
  z.object({ status: z.literal('held'), checkpoint: Checkpoint }),
  z.object({ status: z.literal('ran'), attempt: Attempt }),
  z.object({
    status: z.enum(['denied', 'stopped']),
    decision: Decision.nullable(),
    reason: z.string(),
    /** How often the same was refused, this time included. */
    times: z.int(),
    /** At which a person said no before; null where the policy itself says no. */
    checkpoint: CheckpointId.nullable(),
  }),
])

const GivenAnswers = z
  .array(
    strict({
      number: z.int().positive(),
      did: RemarkAnswer.unwrap().shape.did,
      text: RemarkAnswer.unwrap().shape.text,
    }).readonly(),
  )
  .max(1000)
  .readonly()

const HALTING = ['not_found', 'halted', 'job_ended', 'job_stopped', 'job_in_doubt'] as const

/** What agents ask and tell. */
export const GATES = {
  ask: operation({
    method: 'POST',
    path: '/v1/jobs/:job/gates',
    summary: 'Asks whether a job may go on.',
    callers: PROGRAMS,
    input: strict({
      job: JobId,
      gate: Gate,
      /** Asked again under the same key, it is the same question, and nothing runs twice. */
      key: Key.optional(),
      /** An id of one's own for the checkpoint, if there has to be one. */
      id: ChosenId.optional(),
      title: z.string().max(1000).default(''),
      terms: Terms.default({}),
      around: Surroundings.default({}),
      /** The name of a secret of the call that the caller has not got: what was asked before is told, and nothing new is asked or claimed. */
      lacks: z.string().max(1000).optional(),
      ...Claim,
    }),
    output: Asked,
    errors: [...HALTING, 'id_taken', 'too_many_holds', 'already_spent', 'unknown_secret'],
    event: 'gate_decided',
    repeat: 'key',
  }),
  claim_approval: operation({
    method: 'POST',
    path: '/v1/checkpoints/:checkpoint/claims',
    summary: 'Takes up an answer before the action runs, once, or before work goes on.',
    callers: PROGRAMS,
    input: strict({ checkpoint: CheckpointId, content_hash: z.string().max(200), ...Claim }),
    /** Nothing is claimed where work only goes on. */
    output: z.object({ content: Content, attempt: Attempt.nullable() }).readonly(),
    errors: [...HALTING, 'not_approved', 'already_spent', 'stale_content', 'approval_voided', 'id_taken'],
    event: 'approval_spent',
    repeat: 'key',
  }),
  revise_checkpoint: operation({
    method: 'POST',
    path: '/v1/checkpoints/:checkpoint/revisions',
    summary: 'Brings the next revision of what was sent back, with an answer to every remark.',
    callers: PROGRAMS,
    input: strict({ checkpoint: CheckpointId, gate: Gate, around: Surroundings.default({}), answers: GivenAnswers }),
    output: Checkpoint,
    errors: [...HALTING, 'not_sent_back', 'edit_denied', 'unanswered_remarks', 'fenced'],
    event: 'checkpoint_revised',
    repeat: 'same',
  }),
  answer_remarks: operation({
    method: 'POST',
    path: '/v1/checkpoints/:checkpoint/remark-answers',
    summary: 'Answers remarks on something that need not be brought again.',
    callers: PROGRAMS,
    input: strict({ checkpoint: CheckpointId, answers: GivenAnswers }),
    output: strict({ answered: z.int() }),
    errors: ['not_found', 'unanswered_remarks', 'halted', 'fenced'],
    event: 'remarks_answered',
    repeat: 'key',
  }),
  withdraw_checkpoint: operation({
    method: 'POST',
    path: '/v1/checkpoints/:checkpoint/withdrawal',
    summary: 'Takes a question back; it stays in the log.',
    callers: PROGRAMS,
    input: strict({ checkpoint: CheckpointId, reason: Reason }),
    output: strict({ withdrawn: z.boolean() }),
    errors: ['not_found'],
    event: 'checkpoint_resolved',
    repeat: 'same',
  }),
  record_attempt: operation({
    method: 'POST',
    path: '/v1/attempts/:attempt/outcome',
    summary: 'Records how an action went.',
    callers: PROGRAMS,
    input: strict({
      attempt: AttemptId,
      session: SessionName,
      status: z.enum(['succeeded', 'failed']),
      outcome: z.unknown().optional(),
    }),
    output: strict({}),
    errors: ['not_found', 'attempt_ended'],
    event: 'attempt_ended',
    repeat: 'key',
  }),
  retake_attempt: operation({
    method: 'POST',
    path: '/v1/attempts/:attempt/claims',
    summary: 'Takes over what a process that is gone had claimed, where the target does nothing twice.',
    callers: PROGRAMS,
    input: strict({ attempt: AttemptId, session: SessionName }),
    output: Attempt,
    errors: [...HALTING, 'still_running', 'attempt_ended'],
    event: 'attempt_claimed',
    repeat: 'key',
  }),
  keep_session: operation({
    method: 'PUT',
    path: '/v1/sessions/:session',
    summary: 'Says that a process still runs. What one claims that is no longer heard of is in doubt.',
    callers: PROGRAMS,
    input: strict({ session: SessionName }),
    output: strict({ until: z.string() }),
    errors: [],
    event: null,
    repeat: 'same',
  }),
  end_session: operation({
    method: 'DELETE',
    path: '/v1/sessions/:session',
    summary: 'Says that a process ends. What it claimed and did not record is in doubt from now on.',
    callers: PROGRAMS,
    input: strict({ session: SessionName }),
    output: strict({}),
    errors: [],
    event: 'attempt_ended',
    repeat: 'same',
  }),
}
