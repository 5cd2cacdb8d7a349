import * as z from 'zod'
import { PersonId } from './ids.ts'
import { quote } from './quote.ts'
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

/** Which part that is, as part of a sentence. What the agent wrote stands in quotes where it could read like one of ours. */
export function placeText({ path, number, of }: Pick<RejectedPart, 'path' | 'number' | 'of'>): string {
  return number === null ? `what changes in ${fileText(path)}` : `part ${number} of ${of} of ${fileText(path)}`
}

function fileText(path: string): string {
  return /^[\w./-]{1,80}$/.test(path) ? path : quote(path)
}

/** Who rejected what, and why, as part of a sentence. What a person wrote stands in quotes too. */
export function rejectedText({ by, reason, judged, ...part }: Omit<RejectedPart, 'hunk'>): string {
  const before = judged.some(({ path }) => path === part.path) ? undefined : judged.at(-1)
  const what = `${placeText(part)}${before === undefined ? '' : `, which was in ${fileText(before.path)}`}`
  return reason === '' ? `${by} rejected ${what}` : `${by} rejected ${what} (${quote(reason)})`
}
