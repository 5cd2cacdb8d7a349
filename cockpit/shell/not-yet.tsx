import { Link } from '@tanstack/react-router'
import { isNowhere } from '../data/error-text.ts'
import { Failed, type Read } from '../parts/failed.tsx'
import { NoSuchPage } from './no-such-page.tsx'

/** What stands in the place of something that was not read: it is on its way, there is no such thing, or what went wrong. */
export function NotYet({ read }: { readonly read: Read }) {
  if (isNowhere(read.error)) return <NoSuchPage />
  if (read.error === null) return <p className="dim">Looking…</p>
  return (
    <Failed reads={[read]}>
      <Link to="/">To the inbox</Link>
    </Failed>
  )
}
