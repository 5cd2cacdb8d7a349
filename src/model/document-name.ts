import * as z from 'zod'
import { UNSEEN } from './hidden-characters.ts'

/** The name of a file and no path; nothing that is not seen, that some disk does not take, or that hides the file. */
export const DocumentName = z
  .string()
  .regex(new RegExp(String.raw`^(?![. ])(?!.*[. ]$)(?:(?!${UNSEEN})[^\p{Control}/\\:*?"<>|]){1,150}$`, 'u'), {
    error:
      'A document has a name of 1 to 150 characters that can be seen, without / \\ : * ? " < > |, and without a dot or a space at either end.',
  })
export type DocumentName = z.infer<typeof DocumentName>
