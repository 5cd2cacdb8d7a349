import type { InboxItem } from './inbox-item.ts'

/** Where an item is answered. */
export function placeOf(item: InboxItem) {
  if (item.is === 'held') return { to: '/c/$checkpoint', params: { checkpoint: item.id } } as const
  return { to: '/jobs/$job', params: { job: item.job } } as const
}

/** The same as an address. */
export function hrefOf(item: InboxItem): string {
  return item.is === 'held' ? `/c/${encodeURIComponent(item.id)}` : `/jobs/${encodeURIComponent(item.job)}`
}
