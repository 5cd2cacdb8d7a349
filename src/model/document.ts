import * as z from 'zod'
import { DocumentName } from './document-name.ts'
import { JobId, PersonId, TenantId } from './ids.ts'
import { ObjectName } from './object-name.ts'

/** A file that a person gave a job: data for the agent to read, and never an instruction to it. */
export const Document = z
  .object({
    name: DocumentName,
    size: z.int().nonnegative(),
    sha256: z.string(),
    /** Where its bytes are kept. */
    commit: ObjectName,
    by: PersonId,
    at: z.string(),
    /** The branch that it has joined; null until there is one. */
    branch: z.string().nullable(),
    /** Who gave what it has replaced before that was on `main`: an agent may have read it all the same. */
    before: z.array(PersonId).readonly().exactOptional(),
  })
  .readonly()
export type Document = z.infer<typeof Document>

/** Bytes of a person's that were put on a branch, whatever has replaced them since. */
export const SentDocument = z
  .object({ branch: z.string(), name: DocumentName, sha256: z.string(), by: PersonId })
  .readonly()
export type SentDocument = z.infer<typeof SentDocument>

/** All documents of a job. They are one row, so that of two that come at once each counts the other. */
export const Documents = z
  .object({
    job: JobId,
    tenant: TenantId,
    documents: z.array(Document).readonly(),
    /** All that were ever given, those that others have replaced included. */
    ever: z.object({ documents: z.int().nonnegative(), bytes: z.int().nonnegative() }).readonly(),
    sent: z.array(SentDocument).readonly(),
  })
  .readonly()
export type Documents = z.infer<typeof Documents>
