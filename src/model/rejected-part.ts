import * as z from 'zod'
import { PersonId } from './ids.ts'
import { FileVerdict } from './review-thread.ts'

/** A part that somebody has rejected and that stands, as it was, in what is offered now. Nothing is approved or merged over it. */
export const RejectedPart = z
  .object({
    by: PersonId,
    path: z.string(),
    /** The hash of the hunk; null for the whole file. */
    hunk: z.string().nullable(),
    /** Which of the hunks of the file that is, counted from 1; null for the whole file. */
    number: z.int().positive().nullable(),
    /** How many hunks the file has. */
    of: z.int().nonnegative(),
    /** Why, in their words; may be empty. */
    reason: z.string(),
    /** The verdicts that this goes back to: on the part itself, or on where it stood before. */
    judged: z.array(FileVerdict.unwrap().pick({ path: true, file: true, hunk: true }).readonly()).readonly(),
  })
  .readonly()
export type RejectedPart = z.infer<typeof RejectedPart>
