import { GitPullRequest, Inbox, KeyRound, ListTree, Scale, Settings } from 'lucide-react'

/** Where the rail, the palette and the keys lead. */
export const PLACES = [
  { to: '/', label: 'Inbox', keys: 'g i', icon: Inbox },
  { to: '/jobs', label: 'Jobs', keys: 'g j', icon: ListTree },
  { to: '/pulls', label: 'Pulls', keys: 'g u', icon: GitPullRequest },
  { to: '/policies', label: 'Policies', keys: 'g p', icon: Scale },
  { to: '/grants', label: 'Grants', keys: 'g r', icon: KeyRound },
  { to: '/settings', label: 'Settings', keys: 'g s', icon: Settings },
] as const

/** The place that an address belongs to, by what stands first in it; undefined where it leads nowhere. */
export function placeAt(pathname: string): (typeof PLACES)[number] | undefined {
  const [, first = ''] = pathname.split('/')
  return PLACES.find(({ to }) => to === `/${first === 'c' ? '' : first}`)
}
