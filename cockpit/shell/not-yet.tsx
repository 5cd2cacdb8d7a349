import { Link } from '@tanstack/react-router'
import { errorText, isNowhere } from '../data/error-text.ts'
import { NoSuchPage } from './no-such-page.tsx'

/** What stands in the place of something that was not read: it is on its way, there is no such thing, or what went wrong. */
export function NotYet({ error }: { readonly error: Error | null }) {
  if (isNowhere(error)) return <NoSuchPage />
  if (error === null) return <p className="dim">Looking…</p>
  return (
    <p className="notice deny">
      {errorText(error)} <Link to="/">To the inbox</Link>
    </p>
  )
}
