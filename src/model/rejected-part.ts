import * as z from 'zod'
import { PersonId } from './ids.ts'
import { quote } from './quote.ts'

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
  })
  .readonly()
export type RejectedPart = z.infer<typeof RejectedPart>

/** Who rejected what, and why, as part of a sentence. What the agent or a person wrote stands in quotes where it could read like one of ours. */
export function rejectedText({ by, path, number, of, reason }: Omit<RejectedPart, 'hunk'>): string {
  const file = /^[\w./-]{1,80}$/.test(path) ? path : quote(path)
  const what = number === null ? `what changes in ${file}` : `part ${number} of ${of} of ${file}`
  return reason === '' ? `${by} rejected ${what}` : `${by} rejected ${what} (${quote(reason)})`
}
