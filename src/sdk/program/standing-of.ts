import type { Store } from '../../engine/ports.ts'
import type { Pull } from '../../model/pull.ts'

/** What became of a pull request that was approved, and why it was closed. */
export interface Standing {
  readonly status: Pull['status']
  readonly reason: string
}

/** What is claimed is as good as merged, by whoever comes first. */
export async function standingOf(store: Store, pull: Pull | undefined): Promise<Standing> {
  if (pull?.status === 'closed') return { status: 'closed', reason: await whyClosed(store, pull) }
  const isMerged = pull?.status === 'merged' || (pull !== undefined && pull.merge !== null)
  return { status: isMerged ? 'merged' : 'open', reason: '' }
}

async function whyClosed(store: Store, { id, job }: Pull): Promise<string> {
  const closed = await store.events({ job, type: 'pull_closed', limit: 1000 })
  const of = closed.findLast((event) => event.type === 'pull_closed' && event.data.pull === id)
  return of?.type === 'pull_closed' ? of.data.reason : ''
}
