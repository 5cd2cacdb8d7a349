import { Link } from '@tanstack/react-router'
import { PLACES } from './places.ts'

/** The places of the cockpit, and how much waits in the first. */
export function Rail({ waiting }: { readonly waiting: number }) {
  return (
    <nav className="rail" aria-label="Places">
      <span className="rail-mark">
        <img src="/icon.svg" alt="Leeway" />
      </span>
      {PLACES.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className={to === '/settings' ? 'rail-link rail-end' : 'rail-link'}
        >
          <Icon size={19} strokeWidth={1.75} aria-hidden />
          {label}
          {to === '/' && waiting > 0 && (
            <span className="rail-count">
              {waiting > 999 ? '999+' : waiting}
              <span className="unseen"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
