import type { Workspaces } from '../../engine/workspaces.ts'
import type { Document } from '../../model/document.ts'
import { DOCUMENTS_FOLDER } from '../../model/document-limits.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'

/** The bytes of a document, as they were given. */
export async function documentBytes(
  workspaces: Workspaces,
  job: JobId,
  { name, commit }: Pick<Document, 'name' | 'commit'>,
): Promise<Uint8Array> {
  const bytes = await workspaces.read(job, commit, documentPath(name))
  if (bytes !== undefined) return bytes
  throw new AppError('repository_broken', [], {
    message: `The bytes of ${name} are gone from the repository of ${job}.`,
  })
}

/** Where a document stands in a workspace; beside that where something is in its way. */
export function documentPath(name: string, folder: string = DOCUMENTS_FOLDER): string {
  return `${folder}/${name}`
}

/** What the commit says that brings them. */
export function documentsMessage(documents: readonly Pick<Document, 'name'>[]): string {
  const [first] = documents
  return documents.length === 1 ? `Give ${first?.name}` : `Give ${documents.length} documents`
}
