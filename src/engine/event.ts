import type { Actor } from '../model/actor.ts'
import type { Attempt, Permit } from '../model/attempt.ts'
import type { Approver, Checkpoint, Remark, Resolution, Vote } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import type { Decision } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { Grant } from '../model/grant.ts'
import type { AttemptId, CheckpointId, GrantId, JobId, PasskeyId, PersonId, TenantId, TokenId } from '../model/ids.ts'
import type { Drift, Job } from '../model/job.ts'
import type { JobStatus } from '../model/job-status.ts'
import type { Passkey } from '../model/passkey.ts'
import type { Person } from '../model/person.ts'
import type { Refusal } from '../model/refusal.ts'
import type { RemarkAnswer } from '../model/remark-answer.ts'
import type { StepUp, StepUpFor } from '../model/step-up.ts'
import type { Token } from '../model/token.ts'
import type { Policy } from '../policy/policy.ts'
import type { DocumentEvents } from './document/document-events.ts'
import type { PullEvents } from './pull/pull-events.ts'

/** A call of a durable program: known by its name and how often that name occurred before. */
export interface Call {
  readonly name: string
  /** Counted from 1. */
  readonly nth: number
  /** Hash of what was asked; a changed program is noticed by it. */
  readonly question: string
}

/** How a step ended. */
export type StepOutcome =
  | { readonly ok: true; readonly value?: unknown }
  | {
      readonly ok: false
      readonly error: string
      readonly code?: string
      /** What had been written to the workspace is gone with it, because it could not be committed. */
      readonly dropped?: true
    }

/** Events behind one and up to another. */
export interface LogPart {
  readonly after: number
  readonly until: number
}

/** What a kill switch halts. */
export type HaltScope =
  | { readonly of: 'all' }
  | { readonly of: 'agent'; readonly agent: string }
  | { readonly of: 'tenant'; readonly tenant: string }

/** What happened, one line a kind. The log is made of these, and every row follows from them. */
export interface EventData extends DocumentEvents, PullEvents {
  readonly job_started: { readonly job: Job; readonly policy: Policy }
  readonly spawn_refused: { readonly agent: string; readonly violations: readonly string[] }
  readonly job_moved: {
    readonly to: JobStatus
    readonly reason: string
    readonly outcome?: unknown
    /** There where a gate stopped it: the hash of what was asked. */
    readonly stopped_at?: string
  }
  readonly policy_changed: { readonly digest: string; readonly policy: Policy }
  /** Somebody starts it again under its key, and has a part in it from now on. */
  readonly job_joined: { readonly person: PersonId }
  readonly job_driven: {
    readonly driver: string
    /** Of the lease; grows whenever another run takes the job over. */
    readonly epoch: number
    /** What really holds at this moment. */
    readonly policy_digest: string
  }
  /** Its program was left until something outside is there again; whoever runs it next goes on. */
  readonly job_left: { readonly reason: string }
  readonly drift_noticed: Drift
  readonly child_refused: { readonly child: JobId; readonly checkpoint: CheckpointId | null; readonly reason: string }

  readonly gate_decided: {
    readonly kind: string
    readonly key: string | null
    readonly content: Content
    readonly content_hash: string
    readonly decision: Decision
    /** What let it pass besides the policy. */
    readonly permit: Permit | null
    readonly call: Call | null
  }
  readonly gate_halted: { readonly kind: string; readonly content_hash: string; readonly reason: string }
  readonly refusal_recorded: { readonly refusal: Refusal }
  readonly refusal_repeated: {
    readonly refusal: string
    readonly count: number
    readonly reason: string
    /** At which a person said no; null where the policy did. */
    readonly rejected: CheckpointId | null
    readonly call: Call | null
  }
  readonly stall_signalled: { readonly refusal: string; readonly count: number }

  readonly checkpoint_opened: { readonly checkpoint: Checkpoint; readonly call: Call | null }
  readonly checkpoint_revised: {
    readonly revision: number
    readonly content: Content
    readonly content_hash: string
    /** What the policy was asked about it, to be asked again before it runs. */
    readonly gate: Gate
    readonly deadline: string | null
    /** Set when the agent brought it; null for a person's edit. */
    readonly asked_hash: string | null
    /** What a refusal of the agent's own call goes by, where a person's edit puts another in its place and its hash does not tell. */
    readonly asked_call?: string
    readonly decision: Decision
    readonly edited_by: PersonId | null
    /** There when the agent calls it otherwise by now. */
    readonly title?: string
    /** There when this revision can't be undone; that an earlier one could not be stays as it is. */
    readonly irreversible?: true
    readonly answers: readonly { readonly number: number; readonly answer: RemarkAnswer }[]
  }
  readonly checkpoint_voted: { readonly vote: Vote }
  readonly checkpoint_remarked: { readonly remark: Remark }
  readonly remarks_answered: { readonly answers: readonly { readonly number: number; readonly answer: RemarkAnswer }[] }
  readonly checkpoint_overdue: {
    readonly did: 'wait' | 'escalate' | 'fallback'
    readonly approvers: readonly Approver[]
    readonly deadline: string | null
  }
  readonly checkpoint_resolved: {
    readonly status: Exclude<Checkpoint['status'], 'pending'>
    readonly resolution: Resolution
  }
  readonly approval_spent: {
    readonly content_hash: string
    readonly attempt: AttemptId | null
    /** The decision of the moment it was spent; a `deny` voids the approval. */
    readonly decision: Decision
    readonly voided: boolean
    readonly call: Call | null
    /** By a restore, which does not know whether it had been spent before. */
    readonly forgotten?: true
    /** Nothing runs behind the gate: the work went on. */
    readonly passed?: true
  }
  readonly access_denied: { readonly wanted: string; readonly why: string }

  readonly attempt_claimed: { readonly attempt: Attempt }
  readonly attempt_ended: {
    readonly attempt: AttemptId
    readonly status: Exclude<Attempt['status'], 'claimed'>
    readonly outcome: unknown
    readonly settled_by: PersonId | null
  }

  readonly grant_minted: { readonly grant: Grant }
  readonly grant_used: { readonly grant: GrantId }
  readonly grant_revoked: { readonly grant: GrantId }

  readonly step_recorded: { readonly call: Call; readonly outcome: StepOutcome }
  readonly phase_recorded: {
    readonly call: Call
    readonly outcome: StepOutcome
    /** The part of the log that holds nothing but calls of this phase, which nobody has to read again. */
    readonly covers: LogPart | null
  }
  readonly child_linked: { readonly call: Call; readonly child: JobId }

  readonly kill_switch_set: { readonly scope: HaltScope; readonly on: boolean; readonly reason: string }
  readonly person_enrolled: { readonly person: Person }
  readonly person_changed: { readonly person: Person }
  readonly person_revoked: { readonly person: PersonId }
  readonly token_issued: { readonly token: Token }
  readonly token_revoked: { readonly token: TokenId }
  readonly passkey_registered: { readonly passkey: Passkey; readonly step_up: StepUp }
  /** Without a proof of presence it was somebody else's hand: an administrator's, or a restore. */
  readonly passkey_removed: {
    readonly person: PersonId
    readonly passkey: PasskeyId
    readonly step_up: StepUp | null
  }
  readonly passkey_used: {
    readonly person: PersonId
    readonly passkey: PasskeyId
    readonly counter: number
    readonly backed_up: boolean
    /** Not about what: this log may be read by people who may not see that. */
    readonly to: StepUpFor['do']
  }
  /** It signed, and had counted further before: somebody may have a copy. */
  readonly passkey_refused: {
    readonly person: PersonId
    readonly passkey: PasskeyId
    readonly counter: number
    readonly known: number
  }
  readonly setting_changed: { readonly solo: boolean }
  readonly webhook_added: { readonly webhook: string; readonly origin: string }
  readonly webhook_removed: { readonly webhook: string; readonly origin: string }
}
export type EventType = keyof EventData

interface Envelope {
  readonly tenant: TenantId
  readonly actor: Actor
  readonly job: JobId | null
  readonly checkpoint: CheckpointId | null
  /** When, for people; the order is given by the sequence alone. */
  readonly at: string
}

/** An event as a verb writes it. */
export type NewEvent = {
  readonly [Type in EventType]: Envelope & { readonly type: Type; readonly data: EventData[Type] }
}[EventType]

/** An event of the log. */
export type StoredEvent = NewEvent & { readonly seq: number }
