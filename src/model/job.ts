import * as z from 'zod'
import { Actor } from './actor.ts'
import { CheckpointId, JobId, PersonId, TenantId } from './ids.ts'
import { JobStatus } from './job-status.ts'

/** The code that drives a job; its version tells whether a resumed job meets the program that it began with. */
export const ProgramRef = z.object({ name: z.string().min(1).max(200), version: z.string().max(200) }).readonly()
export type ProgramRef = z.infer<typeof ProgramRef>

const Change = z.object({ began_with: z.string(), now: z.string() }).readonly()

/** How what drives a job by now differs from what it began with: the version of its program, the policy that really holds. */
export const Drift = z.object({ program: Change.nullable(), policy: Change.nullable() }).readonly()
export type Drift = z.infer<typeof Drift>

/** Who runs the program of a job. */
const Driven = z
  .object({
    /** The one run that may record; whoever takes the job over gets another name, and so fences this one. */
    driver: z.string(),
    /** Digest of what really held when the program first ran. */
    policy: z.string(),
    drift: Drift.nullable(),
  })
  .readonly()

/** A gate that stopped a job, and the person who resumed it. */
export const Resumed = z.object({ content_hash: z.string(), by: PersonId }).readonly()
export type Resumed = z.infer<typeof Resumed>

/** One piece of work given to an agent. */
export const Job = z
  .object({
    id: JobId,
    tenant: TenantId,
    agent: z.string(),
    title: z.string(),
    /** Its parent's ancestors and its parent, the root first; empty for a root. */
    path: z.array(JobId).readonly(),
    status: JobStatus,
    /** Digest of its own policy; what really holds is never freer than its ancestors hand on. */
    policy: z.string(),
    program: ProgramRef.nullable(),
    /** Absent until a program has run. */
    driven: Driven.optional(),
    /** Something of it was answered since its program was last begun: that can go on, though more of it is held. */
    answered: z.literal(true).optional(),
    /** Why its program was left without a person being asked, such as a forge that is away; absent while it runs. */
    waits_for: z.string().optional(),
    input: z.unknown(),
    started_by: Actor,
    /** People who started it again since, under its key; they have a part in it as well. */
    joined_by: z.array(PersonId).readonly().optional(),
    key: z.string().nullable(),
    /** The open checkpoints of this job alone. */
    held: z.array(CheckpointId).readonly(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
    /** Hash of what was asked at the gate that stopped it; there until a person resumes it. */
    stopped_at: z.string().optional(),
    /** Gates that may be passed because a person resumed the job; each is gone when it was. */
    resumed_at: z.array(Resumed).readonly().optional(),
    /** What it brought, or why it ended without. */
    outcome: z.unknown(),
  })
  .readonly()
export type Job = z.infer<typeof Job>
