import { Link } from '@tanstack/react-router'
import { Keyboard, Monitor, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Connection } from '../data/live-events.ts'
import { Toasts } from '../parts/toasts.tsx'
import { nextTheme, type Theme } from './theme.ts'

const STATES: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not connected',
}

const LOOKS: Readonly<Record<Theme, { readonly icon: typeof Sun; readonly label: string }>> = {
  system: { icon: Monitor, label: 'Theme: as the system. Change' },
  light: { icon: Sun, label: 'Theme: light. Change' },
  dark: { icon: Moon, label: 'Theme: dark. Change' },
}

/** What is always at hand: where one is, the palette, whether news arrives, the theme, the keys. */
export function TopBar({
  crumbs,
  connection,
  theme,
  onFind,
  onKeys,
  isHalted,
}: {
  readonly crumbs: ReactNode
  readonly connection: Connection
  readonly theme: Theme
  readonly onFind: () => void
  readonly onKeys: () => void
  /** Whether the kill switch stops everything. */
  readonly isHalted: boolean
}) {
  const { icon: Look, label } = LOOKS[theme]
  return (
    <header className="top">
      <div className="crumbs">{crumbs}</div>
      <Toasts />
      {isHalted && (
        <Link to="/settings" className="chip deny">
          everything is halted
        </Link>
      )}
      <button type="button" className="button find" onClick={onFind}>
        <Search size={15} aria-hidden />
        <span>Find or jump to…</span>
        <kbd aria-hidden>{isApple() ? '⌘' : 'Ctrl'} K</kbd>
      </button>
      <span className="dot" data-state={connection} title={STATES[connection]}>
        <span>{STATES[connection]}</span>
      </span>
      <button type="button" className="button quiet icon" aria-label={label} title={label} onClick={nextTheme}>
        <Look size={16} aria-hidden />
      </button>
      <button type="button" className="button quiet icon" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
        <Keyboard size={16} aria-hidden />
      </button>
    </header>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
