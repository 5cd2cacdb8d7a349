import type { Document, SentDocument } from '../../model/document.ts'

/** What happens to documents. */
export interface DocumentEvents {
  /** A person gave the job documents. */
  readonly documents_uploaded: { readonly documents: readonly Document[] }
  /** They are about to be put on a branch. */
  readonly documents_sent: { readonly branch: string; readonly sent: readonly SentDocument[] }
  /** They stand on a branch by now. */
  readonly documents_joined: { readonly branch: string; readonly names: readonly string[] }
}
