import * as z from 'zod'

/** A key under which a caller may ask again for the answer that it did not get. */
export const Idempotency = z
  .object({
    /** Whose key it is: the same key of somebody else is another key. */
    owner: z.string(),
    key: z.string(),
    /** Hash of the request. */
    request: z.string(),
  })
  .readonly()
export type Idempotency = z.infer<typeof Idempotency>
