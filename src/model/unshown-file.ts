import * as z from 'zod'

/** Why the lines of a diff do not show all that changes in a file: its bytes are no text, a line is too long, or all files together have too many. */
export const Unshown = z.enum(['binary', 'cut', 'excess'])
export type Unshown = z.infer<typeof Unshown>

/** A changed file that is not shown in full: whoever approves it has to have had it in another way. */
export const UnshownFile = z
  .object({
    path: z.string(),
    /** Names everything that changes in it, which is what a mark is bound to. */
    hash: z.string(),
    unshown: Unshown,
  })
  .readonly()
export type UnshownFile = z.infer<typeof UnshownFile>
