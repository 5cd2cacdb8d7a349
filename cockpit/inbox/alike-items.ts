import { shortId } from '../../src/model/short-id.ts'
import type { HeldItem, InboxItem } from './inbox-item.ts'

/** Which pieces of work among these read the same, by their ids: only their jobs tell them apart. */
export function alikeItems(items: readonly InboxItem[]): ReadonlySet<string> {
  // Few rows are about work; those of all others would cost ten thousand names.
  const works = items.filter((item): item is HeldItem => item.is === 'held' && item.pull !== undefined)
  const groups = Map.groupBy(works, ({ agent, title, about }) => JSON.stringify([agent, title, about]))
  return new Set([...groups.values()].filter(({ length }) => length > 1).flatMap((group) => group.map(({ id }) => id)))
}

/** As much of the id of a job as tells it from another that reads the same. */
export function jobInShort(job: string): string {
  return `job …${shortId(job, 5)}`
}
