import * as z from 'zod'

/** How a frame may end, as far as the signals tell. */
export const SuggestedStatus = z.enum(['completed', 'blocked', 'failed'])
export type SuggestedStatus = z.infer<typeof SuggestedStatus>

const Percent = z.int().min(0).max(100)

/** What the enabled heuristics advise about opening or closing a frame, and how sure they are. */
export const Recommendation = z
  .strictObject({
    recommended: z.boolean(),
    confidence: Percent,
    scores: z.record(z.string(), Percent).readonly(),
    primary_reason: z.string(),
    /** Null when the advice is about opening a frame. */
    suggested_status: SuggestedStatus.nullable(),
  })
  .readonly()
export type Recommendation = z.infer<typeof Recommendation>
