import { useLocation, useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import { useWaitingCount } from '../data/use-inbox.ts'
import { Mark } from './mark.tsx'
import { PLACES } from './places.ts'

/** The places of the cockpit, and how much waits in the first. Plain links: the router's own cost more than the rest of the shell. */
export const Rail = memo(function Rail() {
  const router = useRouter()
  const { pathname } = useLocation()
  const go = (event: MouseEvent, to: (typeof PLACES)[number]['to']) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <nav className="rail" aria-label="Places">
      <Mark />
      {PLACES.map(({ to, label, icon: Icon }) => (
        <a
          key={to}
          href={to}
          aria-current={isIn(to, pathname) ? 'page' : undefined}
          className={to === '/settings' ? 'rail-link rail-end' : 'rail-link'}
          onClick={(event) => go(event, to)}
          onMouseEnter={() => void router.preloadRoute({ to })}
        >
          <Icon size={19} strokeWidth={1.75} aria-hidden />
          {label}
          {to === '/' && <Count />}
        </a>
      ))}
    </nav>
  )
})

function isIn(place: string, pathname: string): boolean {
  return place === '/' ? pathname === '/' : pathname.startsWith(place)
}

function Count() {
  const waiting = useWaitingCount()
  if (waiting === 0) return null
  return (
    <span className="rail-count">
      {waiting > 999 ? '999+' : waiting}
      <span className="unseen"> waiting</span>
    </span>
  )
}
