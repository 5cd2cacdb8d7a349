import * as z from 'zod'
import { Actor } from './actor.ts'
import { Anchor, LineNumber, TreePath } from './anchor.ts'
import { JobId, PullId, TenantId, ThreadId } from './ids.ts'
import { ObjectName } from './object-name.ts'
import { RemarkAnswer } from './remark-answer.ts'
import { strict } from './strict.ts'

/** What a thread asks for. Only a blocking one stands in the way of a merge. */
export const THREAD_KINDS = ['blocking', 'suggestion', 'question', 'nit'] as const
export const ThreadKind = z.enum(THREAD_KINDS)
export type ThreadKind = z.infer<typeof ThreadKind>

/**
 * Where a thread stands. `addressed`: the agent says that it is fixed, or somebody applied what it suggests. `outdated`: the lines that it was about are gone.
 * Only a person resolves one. A draft is no thread yet: nobody but its author sees it.
 */
const THREAD_STATES = ['open', 'addressed', 'outdated', 'resolved'] as const
const ThreadState = z.enum(THREAD_STATES)

const Text = z.string().trim().min(1, { error: 'Say something.' }).max(20_000)
/** Where the same lines are in the newest round. */
export const Place = strict({ path: TreePath, first: LineNumber, last: LineNumber }).readonly()
export type Place = z.infer<typeof Place>

/** What a person writes; a thread once the review is submitted. */
export const Draft = strict({
  id: ThreadId.describe(
    'Chosen by whoever writes it, so that it can be changed. It is there once in the whole store, also for other pull requests: take a UUID.',
  ),
  kind: ThreadKind,
  text: Text,
  /** Null for a comment on the whole. */
  anchor: Anchor.nullable(),
  /** What should stand in the place of the lines. */
  suggestion: z.string().max(100_000).nullable().default(null),
  /** The round that was on the screen when it was written; the newest where it is left out. */
  round: z.int().positive().optional(),
}).readonly()
export type Draft = z.infer<typeof Draft>

/** What the agent did about a thread, in which round, and in which commit where it fixed something. */
export const ThreadAnswer = z
  .object({ ...RemarkAnswer.unwrap().shape, commit: ObjectName.nullable(), round: z.int().positive() })
  .readonly()
export type ThreadAnswer = z.infer<typeof ThreadAnswer>

/** Who put on the branch what a thread suggests, and in which commit and round that is. */
export const Applied = z.object({ by: Actor, at: z.string(), commit: ObjectName, round: z.int().positive() }).readonly()
export type Applied = z.infer<typeof Applied>

const Message = z.object({ by: Actor, at: z.string(), text: z.string() }).readonly()

/** A conversation about some lines, or about the whole. The agent answers every one. */
export const ReviewThread = z
  .object({
    id: ThreadId,
    pull: PullId,
    tenant: TenantId,
    job: JobId,
    kind: ThreadKind,
    state: ThreadState,
    /** The round that it was written about. */
    round: z.int().positive(),
    anchor: Anchor.nullable(),
    /** Null where the lines are gone, and for a comment on the whole. */
    place: Place.nullable(),
    suggestion: z.string().nullable(),
    applied: Applied.nullable(),
    messages: z.array(Message).readonly(),
    answers: z.array(ThreadAnswer).readonly(),
    /** How often it has come back, here or in the same words before, after the agent had called it fixed or declined it. */
    returns: z.int().nonnegative(),
    opened_at: z.string(),
    resolved_by: Actor.nullable(),
  })
  .readonly()
export type ReviewThread = z.infer<typeof ReviewThread>

/** What a reviewer thinks of a file, or of one hunk of it, by their hashes. */
export const FileVerdict = strict({
  path: TreePath,
  file: z.string().max(200),
  /** Null for the whole file. */
  hunk: z.string().max(200).nullable(),
  verdict: z.enum(['accepted', 'rejected']),
  reason: z.string().trim().max(20_000).default(''),
}).readonly()
export type FileVerdict = z.infer<typeof FileVerdict>

/** A verdict that was submitted. */
export const KeptVerdict = z
  .object({
    ...FileVerdict.unwrap().shape,
    /** The round that it was given of; of a no that was said again, the first. */
    round: z.int().positive(),
  })
  .readonly()
export type KeptVerdict = z.infer<typeof KeptVerdict>

/** What one person has looked at, and thinks of it. It counts as long as the content is the same. */
export const Marks = z
  .object({
    pull: PullId,
    /** Hash of what changed in the file when it was looked at, by path. */
    viewed: z.record(z.string(), z.string()).readonly(),
    verdicts: z.array(KeptVerdict).readonly(),
    /** The round that this person last submitted a review of. */
    reviewed: z.int().nonnegative(),
  })
  .readonly()
export type Marks = z.infer<typeof Marks>
