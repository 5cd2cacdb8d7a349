import type { Store } from '../../engine/ports.ts'
import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { Document } from '../../model/document.ts'
import type { JobId } from '../../model/ids.ts'

/** The documents of a job; none where nobody has given it any. */
export async function documentsOf({ store }: { readonly store: Store }, job: JobId): Promise<readonly Document[]> {
  return (await store.get('documents', job))?.row.documents ?? []
}

/** Documents that stand on no branch, or only on one whose work was given up. */
export async function pendingDocuments({ store }: { readonly store: Store }, job: JobId): Promise<readonly Document[]> {
  const pending: Document[] = []
  for (const document of await documentsOf({ store }, job)) {
    const on = document.branch
    const pull = on === null ? undefined : (await store.get('pulls', pullIdOf(job, on)))?.row
    if (on === null || pull?.status === 'closed') pending.push(document)
  }
  return pending
}
