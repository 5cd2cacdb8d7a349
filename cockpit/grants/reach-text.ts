import { counted } from '../../src/model/counted.ts'
import type { Grant } from '../../src/model/grant.ts'
import { inShort } from '../parts/time.tsx'

/** How far a grant still reaches, in words. */
export function reachText({ bounds, hits, job, revoked_at }: Grant, now: number): string {
  if (revoked_at !== null) return 'taken back'
  const parts = [
    bounds.count === undefined ? `used ${counted(hits, 'time')}` : `${hits} of ${bounds.count} used`,
    ...(bounds.until === undefined ? [] : [leftOf(Date.parse(bounds.until) - now)]),
    ...(job === null ? [] : ['in one job']),
  ]
  return parts.join(', ')
}

function leftOf(ms: number): string {
  return ms <= 0 ? 'run out' : `${inShort(ms)} left`
}
