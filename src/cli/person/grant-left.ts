import { counted } from '../../model/counted.ts'
import type { Grant } from '../../model/grant.ts'
import { age, timeLeft } from '../text/age.ts'

/** What a grant still permits. */
export function grantLeft({ bounds, hits, revoked_at, revoked_by, job }: Grant, now: Date): string {
  if (revoked_at !== null) return `nothing, revoked by ${revoked_by} ${age(revoked_at, now)} ago`
  const { count, until } = bounds
  if (count !== undefined && hits >= count) return 'nothing, used up'
  if (until !== undefined && Date.parse(until) <= now.getTime()) return 'nothing, its time is over'
  return [
    ...(count === undefined ? [] : [`${count - hits} of ${counted(count, 'time')}`]),
    ...(until === undefined ? [] : [`${timeLeft(until, now)} more`]),
    ...(job === null ? [] : [`in ${job}`]),
  ].join(', ')
}
