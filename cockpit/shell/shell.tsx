import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '../../src/model/errors.ts'
import { live } from '../data/live-events.ts'
import { meQuery } from '../data/use-me.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { Failed } from '../parts/failed.tsx'
import { useLeaving } from '../parts/toasts.tsx'
import { Announcer } from './announcer.tsx'
import { decoded } from './decoded.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { NotSignedIn, takeReturn } from './not-signed-in.tsx'
import { Palette } from './palette.tsx'
import { PLACES } from './places.ts'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useCommands } from './use-commands.ts'

/** What surrounds every screen. Nothing of it is shown to whoever is not signed in. */
export function Shell() {
  const read = useQuery(meQuery)
  const { data: me, error } = read
  if (error instanceof AppError && error.code === 'not_signed_in') return <NotSignedIn />
  if (error !== null && me === undefined) {
    return (
      <main className="alone">
        <h1>The server does not answer</h1>
        <p>What is held stays held.</p>
        <Failed reads={[read]} />
      </main>
    )
  }
  return me === undefined ? <main className="alone dim">One moment…</main> : <SignedIn />
}

function SignedIn() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const navigate = useNavigate()
  const find = useCallback(() => setOpen('palette'), [])
  const showKeys = useCallback(() => setOpen('keys'), [])
  useStream()
  useNewPage()
  useHotkeys([
    { keys: 'mod+k', label: 'Find or jump to', group: 'Everywhere', run: find },
    { keys: '?', label: 'These keys', group: 'Everywhere', run: showKeys },
    ...PLACES.map(({ to, label, keys }) => ({ keys, label, group: 'Go to', run: () => void navigate({ to }) })),
  ])
  return (
    <div className="shell">
      <a className="button primary skip" href="#page">
        Skip to the page
      </a>
      <Rail />
      <TopBar onFind={find} onKeys={showKeys} />
      <main id="page" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      <Announcer />
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

/** Whoever came here by a link goes on reading at the top of the page, not behind what is gone; and hears no more of that. */
function useNewPage(): void {
  const { pathname } = useLocation()
  // The router writes `:` as `%3A` when the address next changes, and that leads to no other page.
  const page = decoded(pathname)
  useLeaving(page)
  const before = useRef(page)
  useEffect(() => {
    if (before.current !== page) document.getElementById('page')?.focus({ preventScroll: true })
    before.current = page
  }, [page])
}
