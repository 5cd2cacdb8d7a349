import * as z from 'zod'
import { strict } from './strict.ts'

/** What a person may answer. `comment` decides nothing. */
export const ANSWERS = ['approve', 'edit', 'reject', 'respond', 'request_changes', 'comment'] as const
export const AnswerKind = z.enum(ANSWERS)
export type AnswerKind = z.infer<typeof AnswerKind>

const Reason = z.string().trim().min(1, { error: 'Say why, in a sentence.' }).max(20_000)
/** How far an approval reaches beyond the one call: at least one bound, so that no permission lasts for ever. */
export const GrantBounds = strict({
  count: z.int().positive().max(10_000).optional(),
  until: z.iso.datetime().optional(),
  job: z.literal(true).optional(),
})
  .refine((bounds) => Object.keys(bounds).length > 0, {
    error: 'A grant needs a bound: "count", "until" or "job".',
  })
  .readonly()
export type GrantBounds = z.infer<typeof GrantBounds>

/** A person's answer, bound to the exact content that was on the screen. */
export const Review = z.discriminatedUnion('answer', [
  strict({ answer: z.literal('approve'), reason: Reason.optional(), grant: GrantBounds.optional() }),
  strict({
    answer: z.literal('edit'),
    args: z.record(z.string(), z.unknown()),
    reason: Reason.optional(),
  }),
  strict({ answer: z.literal('reject'), reason: Reason }),
  strict({ answer: z.literal('respond'), value: z.unknown(), reason: Reason.optional() }),
  strict({ answer: z.literal('request_changes'), reason: Reason }),
  strict({ answer: z.literal('comment'), reason: Reason }),
])
export type Review = z.infer<typeof Review>
