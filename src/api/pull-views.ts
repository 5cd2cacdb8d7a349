import * as z from 'zod'
import { Checkpoint } from '../model/checkpoint.ts'
import { PersonId } from '../model/ids.ts'
import { JobStatus } from '../model/job-status.ts'
import { ObjectName } from '../model/object-name.ts'
import { ChangedFile, Pull, Round } from '../model/pull.ts'
import { RejectedPart } from '../model/rejected-part.ts'
import { Draft, Marks, ReviewThread } from '../model/review-thread.ts'
import { TURNS } from '../model/turn-of.ts'
import { UnsentReview } from '../model/unsent-review.ts'
import { UnshownFile } from '../model/unshown-file.ts'
import { ApprovedBy } from './views.ts'

/** A pull request in a list: with whose turn it is. */
export const ListedPull = z.object({ ...Pull.unwrap().shape, turn: z.enum(TURNS).nullable() }).readonly()
export type ListedPull = z.infer<typeof ListedPull>

/** A round in a list: without its files, which its diff names. */
const ListedRound = z.object({ ...Round.unwrap().omit({ files: true }).shape, files: z.int().nonnegative() }).readonly()

/** A pull request with everything that a reviewer needs beside its diff. */
export const PullView = z
  .object({
    pull: Pull,
    rounds: z.array(ListedRound).readonly(),
    threads: z.array(ReviewThread).readonly(),
    /** What holds it; null where nobody was asked. */
    checkpoint: Checkpoint.nullable(),
    /** Who may approve it at this moment. */
    approvers: z.array(PersonId).readonly(),
    approved_by: ApprovedBy,
    /** What people who may decide have rejected, and stands there as it was: nobody else approves it, and it is not merged. */
    rejected: z.array(RejectedPart).readonly(),
    /** What the diff of the newest round does not show in full: nobody here approves it before they have marked it as it is. */
    unshown: z.array(UnshownFile).readonly(),
    /** Nobody works on a pull request whose job is stopped. */
    job_status: JobStatus,
    /** Of whoever is asking, and nobody else's. */
    drafts: z.array(Draft).readonly(),
    /** What they have begun of a review beside those. */
    unsent: UnsentReview,
    marks: Marks,
    commits: z
      .array(
        z
          .object({
            commit: ObjectName,
            author: z.string(),
            /** Who put it on the branch, whatever author it names; null where no person did. */
            pushed_by: PersonId.nullable(),
            message: z.string(),
          })
          .readonly(),
      )
      .readonly(),
    /** Why nothing can be read of its repository, so that there are no commits here and no diff; absent where it can. */
    unread: z.object({ code: z.string(), reason: z.string() }).readonly().exactOptional(),
  })
  .readonly()
export type PullView = z.infer<typeof PullView>

const Side = z
  .object({
    path: z.string(),
    mode: z.string(),
    object: z.string(),
    /** How many bytes there are, where the lines do not show them. */
    size: z.int().nonnegative().exactOptional(),
  })
  .readonly()
const Span = z.object({ start: z.int(), count: z.int() }).readonly()
const DiffLine = z
  .object({
    kind: z.enum(['context', 'removed', 'added']),
    text: z.string(),
    old: z.int().exactOptional(),
    new: z.int().exactOptional(),
    unended: z.literal(true).exactOptional(),
    /** How many characters are left out behind the text, because nobody reads a line that long. */
    cut: z.int().positive().exactOptional(),
  })
  .readonly()

/** One changed file with its hunks, each under its hash. */
const ShownFile = z
  .object({
    ...ChangedFile.unwrap().omit({ hunks: true, now: true }).shape,
    old: Side.nullable(),
    new: Side.nullable(),
    binary: z.boolean(),
    hunks: z
      .array(z.object({ hash: z.string(), old: Span, new: Span, lines: z.array(DiffLine).readonly() }).readonly())
      .readonly(),
    /** What a reviewer has to know of the file itself: hidden characters in its name, a link, a change of mode. */
    findings: z.array(z.string()).readonly(),
  })
  .readonly()

/** What differs between two commits of a pull request. */
export const DiffView = z.object({ from: ObjectName, to: ObjectName, files: z.array(ShownFile).readonly() }).readonly()
export type DiffView = z.infer<typeof DiffView>

/** A file as it stands in a round. */
export const FileView = z
  .object({
    path: z.string(),
    commit: ObjectName,
    /** Null for bytes that are no text. */
    text: z.string().nullable(),
    size: z.int().nonnegative(),
    /** The bytes of what is no text, as far as they can be shown. */
    base64: z.string().nullable(),
  })
  .readonly()
export type FileView = z.infer<typeof FileView>
