import { useEffect, useRef } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { say } from '../parts/toasts.tsx'
import { commitOf } from './outcome-of.ts'

/** Says that it is merged to whoever has it open while it happens. */
export function useSaidMerged(pull: Pick<PullView['pull'], 'status' | 'commit'>): void {
  const before = useRef(pull.status)
  const { status } = pull
  const commit = commitOf(pull)
  useEffect(() => {
    if (status === 'merged' && before.current === 'open')
      say('allow', commit === null ? 'Merged.' : `Merged as ${commit}.`)
    before.current = status
  }, [status, commit])
}
