import { getRouteApi, Link } from '@tanstack/react-router'
import { errorText, isNowhere } from '../data/error-text.ts'
import { usePull } from '../data/use-pull.ts'
import { NoSuchPage } from '../shell/no-such-page.tsx'
import { PullScreen } from './pull-screen.tsx'

const route = getRouteApi('/pulls/$pull')

/** One pull request: what changes, what is said of it, and the review of it. */
export function PullPage() {
  const { pull } = route.useParams()
  const { data, error } = usePull(pull)
  if (data !== undefined) return <PullScreen key={pull} latest={data} />
  if (isNowhere(error)) return <NoSuchPage />
  if (error !== null) {
    return (
      <p className="notice deny">
        {errorText(error)} <Link to="/">To the inbox</Link>
      </p>
    )
  }
  return <p className="dim">Looking…</p>
}
