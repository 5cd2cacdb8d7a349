import type { Grant } from '../../model/grant.ts'
import { age } from '../text/age.ts'

/** What a grant still permits. */
export function grantLeft({ bounds, hits, revoked_at, revoked_by, job }: Grant, now: Date): string {
  if (revoked_at !== null) return `nothing, revoked by ${revoked_by} ${age(revoked_at, now)} ago`
  const { count, until } = bounds
  if (count !== undefined && hits >= count) return 'nothing, used up'
  if (until !== undefined && Date.parse(until) <= now.getTime()) return 'nothing, its time is over'
  return [
    ...(count === undefined ? [] : [`${count - hits} of ${count} times`]),
    ...(until === undefined ? [] : [`${age(now.toISOString(), new Date(until))} more`]),
    ...(job === null ? [] : [`in ${job}`]),
  ].join(', ')
}
