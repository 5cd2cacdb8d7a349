import * as z from 'zod'

/** What the agent did about a remark. */
export const RemarkAnswer = z
  .object({
    did: z.enum(['fixed', 'declined', 'question']),
    text: z.string().trim().min(1).max(20_000),
    at: z.string(),
  })
  .readonly()
export type RemarkAnswer = z.infer<typeof RemarkAnswer>
