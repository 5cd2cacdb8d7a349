import * as z from 'zod'
import { Actor } from './actor.ts'
import type { Gate } from './gate.ts'
import { Idempotency } from './idempotency.ts'
import { CheckpointId, JobId, PersonId, PullId, TenantId, ThreadId } from './ids.ts'
import { ObjectName } from './object-name.ts'
import { PullStatus } from './pull-status.ts'
import { strict } from './strict.ts'
import { Unshown } from './unshown-file.ts'

/** A numbered stage of a job. `strategic` phases bring plans, `tactical` ones work. */
export const Phase = strict({
  number: z.int().min(1).max(9999),
  /** `strategic`, `tactical`, or the name that a workflow gives it. */
  type: z.string().min(1).max(200),
}).readonly()
export type Phase = z.infer<typeof Phase>

/** By what a hunk is known again when it comes back, in its own file or in another one. */
export const KnownHunk = z
  .object({
    /** Names what it takes out and puts in. A verdict names it together with its path. */
    hash: z.string(),
    /** Each stretch of changed lines, line by line, so that it is found among other changes too; empty where it says too little for that. */
    does: z.array(z.string()).readonly(),
    /** Each block of lines that it puts in, line by line, so that it is found in another file; empty where it says too little for that. */
    adds: z.array(z.string()).readonly(),
  })
  .readonly()
export type KnownHunk = z.infer<typeof KnownHunk>

/** What a round changes in one file. Its hunks are known by their content, so that they are recognised in the next round. */
export const ChangedFile = z
  .object({
    path: z.string(),
    /** Where it was before, if it was moved. */
    old_path: z.string().nullable(),
    change: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'retyped']),
    /** Names everything that changes in this file. */
    hash: z.string(),
    /** What stands there now; null where it is deleted. */
    now: z.object({ mode: z.string(), object: z.string() }).readonly().nullable(),
    hunks: z.array(KnownHunk).readonly(),
    /** Set where the lines of a diff do not show all of it: nobody here approves it before they have marked it. */
    unshown: Unshown.exactOptional(),
  })
  .readonly()
export type ChangedFile = z.infer<typeof ChangedFile>

/** A part by its file and its hash: that of the hunk, or of the file where all of it is meant. */
const NamedPart = z.object({ path: z.string(), hash: z.string() }).readonly()

/** A part that is there as it was rejected. */
export const ReturnedPart = z
  .object({
    ...NamedPart.unwrap().shape,
    /** The part as it was judged: the same, unless it came back under another name or beside other changes. */
    judged: NamedPart,
  })
  .readonly()
export type ReturnedPart = z.infer<typeof ReturnedPart>

/** One state of the branch that was offered for review. */
export const Round = z
  .object({
    pull: PullId,
    /** Counted from 1 within its pull request. */
    number: z.int().positive(),
    base: ObjectName,
    head: ObjectName,
    tree: ObjectName,
    files: z.array(ChangedFile).readonly(),
    by: Actor,
    at: z.string(),
    /** What somebody had rejected and the agent brought back as it was. */
    returned: z.array(ReturnedPart).readonly(),
  })
  .readonly()
export type Round = z.infer<typeof Round>

/** What whoever offers a round brings; the rest is known. */
export type OfferedRound = Pick<Round, 'base' | 'head' | 'tree' | 'files'>

/** A merge that was permitted: what becomes one commit on `main`, and under which words. Done twice, it is the same commit. */
export const MergePlan = z
  .object({
    at: z.string(),
    message: z.string(),
    /** Who approved; empty where the policy needed nobody. */
    reviewers: z.array(PersonId).readonly(),
  })
  .readonly()
export type MergePlan = z.infer<typeof MergePlan>

/** Whose commit moves a branch. */
const Expected = z.object({
  /** What it is built on: git moves the branch only from there. */
  on: ObjectName,
  to: ObjectName,
  by: PersonId,
  /** Threads whose suggestions it applies. */
  applies: z.array(ThreadId).readonly(),
  /** Where the answer is kept once the commit has joined, whoever lets it join; null where nobody asks again. */
  under: Idempotency.nullable(),
})

/** The same, written down before it moves. */
export const Landing = Expected.extend({
  /** Others who were about to move it in the same moment: one of all these is first, and what stands on the branch then tells who. */
  beside: z.array(Expected.readonly()).readonly().exactOptional(),
}).readonly()
export type Landing = z.infer<typeof Landing>

/** Where a pull request is shown on a forge, and what has gone to and fro. */
export const Hosted = z
  .object({
    forge: z.enum(['github', 'gitea']),
    number: z.int().positive(),
    url: z.string(),
    /** The commit that we put there last. */
    head: ObjectName,
    /** What people said there and was taken in, counted or not; each is heard once. */
    heard: z.array(z.string()).readonly(),
    /** Of those, what counted as a yes: it can be taken back there as long as nothing is merged. */
    yeses: z.array(z.string()).readonly(),
    /** Of those, what is a remark here: its answer is written there, too. */
    remarks: z.array(z.object({ what: z.string(), checkpoint: CheckpointId, number: z.int() }).readonly()).readonly(),
    /** Answers of the agent that were written there. */
    told: z.array(z.string()).readonly(),
    /** What somebody did there that only Leeway should do; null while nobody did. */
    strayed: z.string().nullable(),
    /** Why it does not merge there yet what was approved, such as checks that are missing. */
    refused: z.string().nullable(),
  })
  .readonly()
export type Hosted = z.infer<typeof Hosted>

/** The work of one phase, offered to `main`. Rounds of review stay on its branch. */
export const Pull = z
  .object({
    id: PullId,
    tenant: TenantId,
    job: JobId,
    agent: z.string(),
    phase: Phase,
    /** How often this phase was entered, this time included. */
    entry: z.int().positive(),
    branch: z.string(),
    /** The agent's own words; the description becomes the message of the merge. */
    title: z.string(),
    description: z.string(),
    status: PullStatus,
    /** False where the policy lets every phase pass: then nobody is shown a pull request, and this is the record of the phase. */
    offered: z.boolean(),
    /** The questions that have to be answered before it is merged, with the agent's evidence. */
    gates: z.array(z.custom<Gate>()).readonly(),
    /** The newest round. */
    round: z.int().positive(),
    base: ObjectName,
    head: ObjectName,
    tree: ObjectName,
    /** The newest checkpoint that holds it, open or not. */
    checkpoint: CheckpointId.nullable(),
    /** Those before it: what was said there is said still. */
    asked_before: z.array(CheckpointId).readonly(),
    /** A person's commit that is about to land, or has landed and not joined yet. */
    landing: Landing.nullable(),
    merge: MergePlan.nullable(),
    /** Why a merge that was permitted could not be made the last time; absent while nothing is in its way. It is tried again. */
    stuck: z.object({ at: z.string(), code: z.string(), reason: z.string() }).readonly().exactOptional(),
    /** Set where `main` is known to have moved on since the newest round: the files in which the two can't be joined. */
    behind: z
      .object({ conflicts: z.array(z.string()).readonly() })
      .readonly()
      .exactOptional(),
    /** The commit on `main`. */
    commit: ObjectName.nullable(),
    /** People who have put something on the branch; where duties are separated, none of them approves it. */
    pushed_by: z.array(PersonId).readonly(),
    /** Blocking threads that nobody has resolved: they stand in the way of every merge. */
    blocking: z.array(ThreadId).readonly(),
    /** Threads that the agent owes an answer to. */
    unanswered: z.array(ThreadId).readonly(),
    opened_at: z.string(),
    ended_at: z.string().nullable(),
    /** Absent where it is shown here alone. */
    hosted: Hosted.optional(),
  })
  .readonly()
export type Pull = z.infer<typeof Pull>
