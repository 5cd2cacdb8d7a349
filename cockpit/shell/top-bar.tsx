import { Link } from '@tanstack/react-router'
import { Keyboard, Monitor, Moon, Search, Sun } from 'lucide-react'
import { memo } from 'react'
import { haltedName, haltsOf } from '../../src/model/halts.ts'
import type { Connection } from '../data/live-events.ts'
import { useConnection } from '../data/use-connection.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { Toasts } from '../parts/toasts.tsx'
import { Visible } from '../parts/visible.tsx'
import { Crumbs } from './crumbs.tsx'
import { nextTheme, type Theme, useTheme } from './theme.ts'

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
export const TopBar = memo(function TopBar({
  onFind,
  onKeys,
}: {
  readonly onFind: () => void
  readonly onKeys: () => void
}) {
  return (
    <header className="top">
      <div className="crumbs">
        <Crumbs />
      </div>
      <Toasts />
      <Halted />
      <button type="button" className="button find" onClick={onFind}>
        <Search size={15} aria-hidden />
        <span>Find or jump to…</span>
        <kbd aria-hidden>{isApple() ? '⌘' : 'Ctrl'} K</kbd>
      </button>
      <Dot />
      <ThemeButton />
      <button type="button" className="button quiet icon" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
        <Keyboard size={16} aria-hidden />
      </button>
    </header>
  )
})

/** Says everywhere that the kill switch is on, and for what. */
function Halted() {
  const halted = useKillSwitch()
  const [first, ...others] = halted === undefined ? [] : haltsOf(halted)
  if (first === undefined) return null
  return (
    <Link to="/settings" hash="halt" className="chip deny">
      <span className="halt-long">
        <Visible text={haltedName(first)} /> is halted
        {first.of !== 'all' && others.length > 0 && `, and ${others.length} more`}
      </span>
      {/* There is no room for names on a phone; half a name would say less than none. */}
      <span className="halt-short" aria-hidden>
        Halted
      </span>
    </Link>
  )
}

function Dot() {
  const connection = useConnection()
  return (
    <span className="dot" data-state={connection} title={STATES[connection]}>
      <span>{STATES[connection]}</span>
    </span>
  )
}

function ThemeButton() {
  const { icon: Look, label } = LOOKS[useTheme()]
  return (
    <button type="button" className="button quiet icon" aria-label={label} title={label} onClick={nextTheme}>
      <Look size={16} aria-hidden />
    </button>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
