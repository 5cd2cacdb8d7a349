import * as z from 'zod'

/** The name of an object in git: 40 hex digits. Nothing else is ever given to git as an object, so no revision syntax gets in. */
export const Oid = z
  .string()
  .regex(/^[0-9a-f]{40}$/, { error: 'The name of a commit, tree or file in git is 40 digits of 0 to 9 and a to f.' })
  .brand<'Oid'>()
export type Oid = z.infer<typeof Oid>

/** What git writes where there is no object. */
export const NO_OID = '0'.repeat(40)
