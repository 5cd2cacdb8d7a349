import * as z from 'zod'
import { Actor } from './actor.ts'
import { CheckpointStatus } from './checkpoint-status.ts'
import { Content } from './content.ts'
import { Decision } from './decision.ts'
import type { Gate } from './gate.ts'
import { AttemptId, CheckpointId, GrantId, JobId, PersonId, PullId, TenantId } from './ids.ts'
import { RemarkAnswer } from './remark-answer.ts'
import { ANSWERS, AnswerKind } from './review.ts'
import { StepUp } from './step-up.ts'
import { strict } from './strict.ts'

/** How checkpoints are listed: all by their age; only what runs out, the nearest deadline first; or one of every agent that waits. */
export const CheckpointOrder = z.enum(['age', 'deadline', 'agent'])
export type CheckpointOrder = z.infer<typeof CheckpointOrder>

/** A person by name, or everybody with a role. */
export const Approver = z.string().regex(/^(role:(reviewer|admin)|[A-Za-z0-9][A-Za-z0-9._:-]{0,127})$/, {
  error: 'An approver is the name of a person, "role:reviewer" or "role:admin".',
})
export type Approver = z.infer<typeof Approver>

const Approvers = z.array(Approver).min(1).max(100).readonly()
const Seconds = z
  .number()
  .positive()
  .max(366 * 24 * 3600)

/** What happens when nobody answers in time. None of it is a rejection. */
export const OnTimeout = z.discriminatedUnion('do', [
  strict({ do: z.literal('wait') }),
  strict({ do: z.literal('deny') }),
  strict({ do: z.literal('park') }),
  strict({ do: z.literal('escalate'), to: Approvers, within_seconds: Seconds.optional() }),
  strict({ do: z.literal('fallback'), to: Approvers, within_seconds: Seconds.optional() }),
])
export type OnTimeout = z.infer<typeof OnTimeout>

/** Whoever asks may take a yes away from people, and never the no. */
const withNo = (answers: AnswerKind[]): AnswerKind[] =>
  answers.includes('reject') ? answers : [...answers, 'reject' as const]

/** How a held gate is to be reviewed. Everything has a default that holds. */
export const ReviewTerms = strict({
  answers: z
    .array(AnswerKind)
    .min(1)
    .overwrite(withNo)
    .default([...ANSWERS])
    .readonly(),
  /** JSON Schema of what `respond` has to bring. */
  response_schema: z.record(z.string(), z.unknown()).optional(),
  timeout_seconds: Seconds.optional(),
  on_timeout: OnTimeout.default({ do: 'wait' }),
  /** Who may decide; nobody named means every reviewer and admin. */
  approvers: z.array(Approver).max(100).default([]).readonly(),
  /** How many different people have to approve the same revision. */
  quorum: z.int().min(1).max(20).default(1),
  /** The action says that it can't be undone: the answer needs a fresh proof of presence. */
  irreversible: z.boolean().default(false),
}).readonly()
export type ReviewTerms = z.infer<typeof ReviewTerms>
export type ReviewTermsInput = z.input<typeof ReviewTerms>

export const Vote = z
  .object({
    by: PersonId,
    at: z.string(),
    content_hash: z.string(),
    /** There where the action can't be undone. */
    step_up: StepUp.optional(),
  })
  .readonly()
export type Vote = z.infer<typeof Vote>

export const Resolution = z
  .object({
    answer: AnswerKind.nullable(),
    by: Actor,
    at: z.string(),
    reason: z.string().nullable(),
    /** What `respond` brought. */
    value: z.unknown().optional(),
    grant: GrantId.nullable(),
    /** There where the action can't be undone. */
    step_up: StepUp.optional(),
  })
  .readonly()
export type Resolution = z.infer<typeof Resolution>

/** What a person said of a revision. The agent answers every one. */
export const Remark = z
  .object({
    /** Counted from 1 within its checkpoint. */
    number: z.int().positive(),
    by: Actor,
    at: z.string(),
    kind: z.enum(['comment', 'request_changes']),
    text: z.string(),
    revision: z.int(),
    answer: RemarkAnswer.nullable(),
    /** Whoever sent it back said everything in threads; those are answered, and this is not. */
    wordless: z.literal(true).exactOptional(),
  })
  .readonly()
export type Remark = z.infer<typeof Remark>

/** A held gate that waits for a person. */
export const Checkpoint = z
  .object({
    id: CheckpointId,
    tenant: TenantId,
    job: JobId,
    /** The job's ancestors, so that the hold shows at the root with its path. */
    path: z.array(JobId).readonly(),
    agent: z.string(),
    /** The agent's own words; outside the hash. */
    title: z.string(),
    /** What the policy was asked; asked again after an edit and before the approval is spent. */
    gate: z.custom<Gate>(),
    key: z.string().nullable(),
    /** The pull request that is reviewed by it, where there is one. */
    pull: PullId.optional(),
    /** Asked by the scripted agent that comes with the product; no other agent can say so of itself. */
    demo: z.literal(true).optional(),
    status: CheckpointStatus,
    revision: z.int().positive(),
    content: Content,
    content_hash: z.string(),
    /** Hash of what the agent itself brought last; differs from the content after a person's edit. */
    asked_hash: z.string(),
    /** What a refusal of that goes by, where it was edited and goes by something else than the hash. */
    asked_call: z.string().optional(),
    /** True after `request_changes`, until the agent brings the next revision. */
    sent_back: z.boolean(),
    decision: Decision,
    terms: ReviewTerms,
    deadline: z.string().nullable(),
    /** When the time ran out that people had for this revision, where it waits all the same. */
    late_since: z.string().exactOptional(),
    requested_by: Actor,
    edited_by: z.array(PersonId).readonly(),
    votes: z.array(Vote).readonly(),
    remarks: z.array(Remark).readonly(),
    opened_at: z.string(),
    resolved_at: z.string().nullable(),
    resolution: Resolution.nullable(),
    /** When the approval was spent; it can't be spent again. */
    spent_at: z.string().nullable(),
    /** A restore spent the approval: nobody knows whether it had been before. */
    forgotten: z.literal(true).optional(),
    /** The agent has gone on with it, where nothing runs behind the gate; asked again, it is told the same. */
    passed: z.literal(true).optional(),
    /** What it was spent on. */
    attempt: AttemptId.nullable(),
  })
  .readonly()
export type Checkpoint = z.infer<typeof Checkpoint>
