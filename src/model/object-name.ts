import * as z from 'zod'

/** The name of an object of git. */
export const ObjectName = z
  .string()
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, { error: 'A commit or tree is 40 or 64 hex digits.' })
export type ObjectName = z.infer<typeof ObjectName>
