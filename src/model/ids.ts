import * as z from 'zod'

/** Ids stand in URLs, commands and file names, so they hold nothing that has to be escaped there. */
const Plain = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, {
  error: 'An id has 1 to 128 letters, digits and ". _ : -", and begins with a letter or digit.',
})

export const TenantId = Plain.brand<'TenantId'>()
export type TenantId = z.infer<typeof TenantId>

export const JobId = Plain.brand<'JobId'>()
export type JobId = z.infer<typeof JobId>

/** Chosen by the engine, or by the caller; behind the name of the caller's tenant, unless that is the local one. */
export const CheckpointId = z
  .string()
  .regex(/^([A-Za-z0-9][A-Za-z0-9._:-]{0,127}~)?[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, {
    error:
      'The id of a checkpoint has 1 to 128 letters, digits and ". _ : -"; that of a tenant and "~" may stand before it.',
  })
  .brand<'CheckpointId'>()
export type CheckpointId = z.infer<typeof CheckpointId>

/** What a caller may choose of it. */
export const ChosenId = Plain.brand<'ChosenId'>()
export type ChosenId = z.infer<typeof ChosenId>

export const AttemptId = Plain.brand<'AttemptId'>()
export type AttemptId = z.infer<typeof AttemptId>

export const GrantId = Plain.brand<'GrantId'>()
export type GrantId = z.infer<typeof GrantId>

/** A person is known by the name that others call them by. */
export const PersonId = Plain.brand<'PersonId'>()
export type PersonId = z.infer<typeof PersonId>

export const TokenId = Plain.brand<'TokenId'>()
export type TokenId = z.infer<typeof TokenId>

export const PasskeyId = Plain.brand<'PasskeyId'>()
export type PasskeyId = z.infer<typeof PasskeyId>

/** A pull request is known by its job and its branch: `job-1:phase-2-tactical`. */
export const PullId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$/, {
    error: 'A pull request is named by its job and its branch, such as job-1:phase-2-tactical.',
  })
  .brand<'PullId'>()
export type PullId = z.infer<typeof PullId>

export const ThreadId = Plain.brand<'ThreadId'>()
export type ThreadId = z.infer<typeof ThreadId>

/** Work of somebody who has no tenants. */
export const LOCAL = 'local' as TenantId
