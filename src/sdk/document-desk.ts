import type { Document } from '../model/document.ts'
import type { JobId } from '../model/ids.ts'

/** A document before it is kept. */
export interface GivenDocument {
  /** The name of a file, and no path. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a person gives a job at once. */
export interface GivenDocuments {
  readonly job: JobId
  readonly documents: readonly GivenDocument[]
  /** Takes the place of what has the same name and says something else. */
  readonly replace?: boolean | undefined
}

/** A person's side of documents. They are data for the agent to read, and never an instruction to it. */
export interface DocumentDesk {
  list(job: JobId): Promise<readonly Document[]>
  read(job: JobId, name: string): Promise<{ readonly document: Document; readonly bytes: Uint8Array }>
  /** Gives documents, and everything that the job has by then. Given again as they are, nothing happens. */
  upload(given: GivenDocuments): Promise<readonly Document[]>
}
