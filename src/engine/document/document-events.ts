import type { Document } from '../../model/document.ts'
import type { PersonId } from '../../model/ids.ts'

/** What happens to documents. */
export interface DocumentEvents {
  /** A person gave the job documents. */
  readonly documents_uploaded: { readonly documents: readonly Document[] }
  /** They stand on a branch by now. */
  readonly documents_joined: {
    readonly branch: string
    readonly names: readonly string[]
    /** Who gave them. */
    readonly by: readonly PersonId[]
  }
}
