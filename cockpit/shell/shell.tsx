import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AppError } from '../../src/model/errors.ts'
import { errorText } from '../data/error-text.ts'
import { live } from '../data/live-events.ts'
import { useConnection } from '../data/use-connection.ts'
import { useWaiting } from '../data/use-inbox.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { meQuery } from '../data/use-me.ts'
import { needsMe } from '../inbox/inbox-item.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { Announcer } from './announcer.tsx'
import { Crumbs } from './crumbs.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { NotSignedIn, takeReturn } from './not-signed-in.tsx'
import { Palette } from './palette.tsx'
import { PLACES } from './places.ts'
import { Rail } from './rail.tsx'
import { useTheme } from './theme.ts'
import { TopBar } from './top-bar.tsx'
import { useCommands } from './use-commands.ts'

/** What surrounds every screen. Nothing of it is shown to whoever is not signed in. */
export function Shell() {
  const { data: me, error } = useQuery(meQuery)
  if (error instanceof AppError && error.code === 'not_signed_in') return <NotSignedIn />
  if (error !== null && me === undefined) {
    return (
      <main className="alone">
        <h1>The server does not answer</h1>
        <p>{errorText(error)} What is held stays held.</p>
      </main>
    )
  }
  return me === undefined ? <main className="alone dim">One moment…</main> : <SignedIn />
}

function SignedIn() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const navigate = useNavigate()
  const waiting = useWaitingCount()
  useStream()
  useFocusOnPage()
  useTitle(waiting)
  useHotkeys([
    { keys: 'mod+k', label: 'Find or jump to', group: 'Everywhere', run: () => setOpen('palette') },
    { keys: '?', label: 'These keys', group: 'Everywhere', run: () => setOpen('keys') },
    ...PLACES.map(({ to, label, keys }) => ({ keys, label, group: 'Go to', run: () => void navigate({ to }) })),
  ])
  return (
    <div className="shell">
      <a className="button primary skip" href="#page">
        Skip to the page
      </a>
      <Rail waiting={waiting} />
      <TopBar
        crumbs={<Crumbs />}
        connection={useConnection()}
        theme={useTheme()}
        onFind={() => setOpen('palette')}
        onKeys={() => setOpen('keys')}
        isHalted={(useKillSwitch()?.all ?? null) !== null}
      />
      <main id="page" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      <Announcer waiting={waiting} />
      {open === 'palette' && <FullPalette onClose={() => setOpen(undefined)} />}
      {open === 'keys' && <KeysSheet onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function FullPalette({ onClose }: { readonly onClose: () => void }) {
  return <Palette commands={useCommands()} onClose={onClose} />
}

function useStream(): void {
  const navigate = useNavigate()
  useEffect(() => {
    live.open()
    const back = takeReturn()
    if (back !== null) void navigate({ href: back, replace: true })
    return () => live.close()
  }, [navigate])
}

/** Whoever came here by a link goes on reading at the top of the page, not behind what is gone. */
function useFocusOnPage(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== pathname) document.getElementById('page')?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

function useWaitingCount(): number {
  const { data: me } = useQuery(meQuery)
  return useWaiting().items?.filter((item) => needsMe(item, me)).length ?? 0
}

function useTitle(waiting: number): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const place = PLACES.find(({ to }) => to !== '/' && pathname.startsWith(to))?.label ?? 'Inbox'
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${pathname.startsWith('/c/') ? 'Checkpoint' : place} · Leeway`
  }, [pathname, waiting])
}
