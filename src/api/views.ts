import * as z from 'zod'
import { Actor } from '../model/actor.ts'
import { Attempt } from '../model/attempt.ts'
import { Checkpoint } from '../model/checkpoint.ts'
import { PersonId } from '../model/ids.ts'
import { Job } from '../model/job.ts'
import { Passkey } from '../model/passkey.ts'
import { Person } from '../model/person.ts'
import { Presence } from '../model/presence.ts'
import { Token } from '../model/token.ts'

/** A person without anything that proves who they are. */
export const ShownPerson = z
  .object({ ...Person.unwrap().omit({ token_hash: true, passphrase_hash: true }).shape, has_passphrase: z.boolean() })
  .readonly()

/** A token without what is kept of it. */
export const ShownToken = Token.unwrap().omit({ hash: true }).readonly()
export type ShownToken = z.infer<typeof ShownToken>

/** A passkey as its person knows it. */
export const ShownPasskey = Passkey.unwrap()
  .pick({
    id: true,
    person: true,
    name: true,
    rp_id: true,
    device_type: true,
    backed_up: true,
    registered_at: true,
    used_at: true,
  })
  .readonly()
export type ShownPasskey = z.infer<typeof ShownPasskey>

/** How a job stands to whoever looks at a list: something to do, nothing to do, over. */
export const DISPLAY_MODES = ['actionable', 'mid_process', 'terminal'] as const
export type DisplayMode = (typeof DISPLAY_MODES)[number]

/** A job in a list. */
export const ListedJob = z
  .object({ ...Job.unwrap().shape, display_mode: z.enum(DISPLAY_MODES), presence: Presence.nullable() })
  .readonly()
export type ListedJob = z.infer<typeof ListedJob>

/** Who may approve what is held at this moment, as seen by whoever asks. */
export const MAY_APPROVE = ['you', 'others', 'nobody'] as const
export type MayApprove = (typeof MAY_APPROVE)[number]

/** Whose approval of what stands there counts at this moment, as the engine counts; of what is over, who had approved it. */
export const ApprovedBy = z.array(PersonId).readonly()

/** A checkpoint in a list: with whose turn it could be, which is null where it is over. */
export const ListedCheckpoint = z
  .object({ ...Checkpoint.unwrap().shape, may_approve: z.enum(MAY_APPROVE).nullable(), approved_by: ApprovedBy })
  .readonly()
export type ListedCheckpoint = z.infer<typeof ListedCheckpoint>

/** A held gate with the jobs it belongs to, the root first, and who may approve it at this moment. */
export const CheckpointView = z
  .object({
    checkpoint: Checkpoint,
    line: z.array(Job).readonly(),
    approvers: z.array(PersonId).readonly(),
    approved_by: ApprovedBy,
    /** What would let it pass without a looser policy, in a sentence; null where nothing would. */
    advice: z.string().nullable(),
    /** Whether somebody takes the answer up; null where there is nothing to take up any more, and for programs. */
    presence: Presence.nullable(),
  })
  .readonly()
export type CheckpointView = z.infer<typeof CheckpointView>

/** A job with what surrounds it. */
export const JobView = z
  .object({
    job: Job,
    ancestors: z.array(Job).readonly(),
    descendants: z.array(Job).readonly(),
    holds: z.array(Checkpoint).readonly(),
    in_doubt: z.array(Attempt).readonly(),
    /** Digest of what holds at this moment, its ancestors included. */
    effective_policy: z.string(),
    halted: z.string().nullable(),
    /** There is more around it than one look shows. */
    more: z.boolean(),
    /** Whether a process is there that goes on with it; null where it has ended. */
    presence: Presence.nullable(),
  })
  .readonly()
export type JobView = z.infer<typeof JobView>

/** One entry of the log, as people read it. */
export const LogEvent = z
  .object({
    seq: z.int(),
    tenant: z.string(),
    actor: Actor,
    job: z.string().nullable(),
    checkpoint: z.string().nullable(),
    at: z.string(),
    type: z.string(),
    data: z.unknown(),
  })
  .readonly()

/** One entry of the log as it is streamed: what happened and where, for whoever then looks. */
export const StreamedEvent = LogEvent.unwrap().omit({ data: true }).readonly()
export type StreamedEvent = z.infer<typeof StreamedEvent>
