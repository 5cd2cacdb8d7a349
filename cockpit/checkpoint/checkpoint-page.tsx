import { getRouteApi } from '@tanstack/react-router'
import { useCheckpoint } from '../data/use-checkpoint.ts'
import { NotYet } from '../shell/not-yet.tsx'
import { ReviewScreen } from './review-screen.tsx'

const route = getRouteApi('/c/$checkpoint')

/** One held gate: what is asked, why, of exactly what, and the answer to it. */
export function CheckpointPage() {
  const { checkpoint } = route.useParams()
  const read = useCheckpoint(checkpoint)
  if (read.data !== undefined) return <ReviewScreen key={checkpoint} latest={read.data} />
  return <NotYet read={read} />
}
