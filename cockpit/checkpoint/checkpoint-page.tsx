import { getRouteApi, Link } from '@tanstack/react-router'
import { errorText, isNowhere } from '../data/error-text.ts'
import { useCheckpoint } from '../data/use-checkpoint.ts'
import { NoSuchPage } from '../shell/no-such-page.tsx'
import { ReviewScreen } from './review-screen.tsx'

const route = getRouteApi('/c/$checkpoint')

/** One held gate: what is asked, why, of exactly what, and the answer to it. */
export function CheckpointPage() {
  const { checkpoint } = route.useParams()
  const { data, error } = useCheckpoint(checkpoint)
  if (data !== undefined) return <ReviewScreen key={checkpoint} latest={data} />
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
