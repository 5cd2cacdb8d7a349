import type { HeldItem, InboxItem } from './inbox-item.ts'

/** Where an item is answered. */
export function placeOf(item: InboxItem) {
  return item.is === 'held' ? heldPlace(item) : ({ to: '/jobs/$job', params: { job: item.job } } as const)
}

/** Work is reviewed where its changes are; everything else is answered at its checkpoint. */
export function heldPlace({ id, pull }: Pick<HeldItem, 'id' | 'pull'>) {
  if (pull !== undefined) return { to: '/pulls/$pull', params: { pull } } as const
  return { to: '/c/$checkpoint', params: { checkpoint: id } } as const
}

/** The same as an address. */
export function hrefOf(item: InboxItem): string {
  if (item.is !== 'held') return `/jobs/${encodeURIComponent(item.job)}`
  return item.pull === undefined ? `/c/${encodeURIComponent(item.id)}` : `/pulls/${encodeURIComponent(item.pull)}`
}
