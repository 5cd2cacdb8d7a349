import { hash } from 'node:crypto'
import { folded } from '../../engine/document/add-documents.ts'
import type { Store } from '../../engine/ports.ts'
import type { FileChanges, Workspaces } from '../../engine/workspaces.ts'
import type { Document, SentDocument } from '../../model/document.ts'
import { DOCUMENTS_FOLDER } from '../../model/document-limits.ts'
import type { JobId } from '../../model/ids.ts'
import { documentBytes, documentPath } from './document-changes.ts'

/** A commit of a job, and what people have put on branches of it. */
interface Standing {
  readonly workspaces: Workspaces
  readonly job: JobId
  readonly head: string
  /** Those that can be in the way of a document. */
  readonly paths: readonly string[]
  readonly sent: readonly SentDocument[]
}

/** What stands at a commit that documents may be put on top of. */
export async function standingAt(
  { store, workspaces }: { readonly store: Store; readonly workspaces: Workspaces },
  job: JobId,
  head: string,
): Promise<Standing> {
  const sent = (await store.get('documents', job))?.row.sent ?? []
  const paths = (await workspaces.list(job, head)).filter((path) => folded(path).startsWith(DOCUMENTS_FOLDER))
  return { workspaces, job, head, paths, sent }
}

/**
 * What puts documents on a branch without losing anything that no person gave: each goes to the first of `documents/`,
 * `documents-2/` and so on where nothing is in its way. What is named in `over` takes the place of a file of its name.
 */
export async function placeDocuments(
  standing: Standing,
  documents: readonly Document[],
  over: ReadonlySet<string> = new Set(),
): Promise<FileChanges> {
  const changes: Record<string, Uint8Array> = {}
  for (const document of documents) {
    const path = await placeFor(standing, document, over.has(document.name))
    changes[path] = await documentBytes(standing.workspaces, standing.job, document)
  }
  return changes
}

async function placeFor(standing: Standing, document: Document, over: boolean): Promise<string> {
  for (let at = 1; ; at++) {
    const path = documentPath(document.name, at === 1 ? DOCUMENTS_FOLDER : `${DOCUMENTS_FOLDER}-${at}`)
    const inWay = await inWayOf(standing, document, path)
    if (inWay === undefined || (over && inWay === path)) return path
  }
}

/** A file that a document at that path would overwrite, or take the folder of, and that no person gave; or nothing. */
export async function inWayOf(
  { workspaces, job, head, paths, sent }: Standing,
  { name, sha256 }: Pick<Document, 'name' | 'sha256'>,
  path: string,
): Promise<string | undefined> {
  const mine = folded(path)
  const found = paths.find((one) => {
    const theirs = folded(one)
    return theirs === mine || mine.startsWith(`${theirs}/`) || theirs.startsWith(`${mine}/`)
  })
  if (found !== path) return found
  // A version that a person gave before is theirs to replace; once the agent has changed it, it is the agent's.
  const stands = hash('sha256', (await workspaces.read(job, head, path)) ?? '')
  const given = [sha256, ...sent.filter((one) => one.name === name).map((one) => one.sha256)]
  return given.includes(stands) ? undefined : found
}
