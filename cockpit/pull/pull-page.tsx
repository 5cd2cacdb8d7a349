import { getRouteApi } from '@tanstack/react-router'
import { usePull } from '../data/use-pull.ts'
import { NotYet } from '../shell/not-yet.tsx'
import { PullScreen } from './pull-screen.tsx'

const route = getRouteApi('/pulls/$pull')

/** One pull request: what changes, what is said of it, and the review of it. */
export function PullPage() {
  const { pull } = route.useParams()
  const read = usePull(pull)
  if (read.data !== undefined) return <PullScreen key={pull} latest={read.data} />
  return <NotYet read={read} />
}
