import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import type { PullId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { pullQuery } from '../data/use-pull.ts'
import { say } from '../parts/toasts.tsx'
import type { ShownFile } from './row.ts'

/** Marks a file as looked at, or takes the mark away; it shows at once, and is taken back when it could not be kept. */
export function useMarking(pull: PullId): (file: Pick<ShownFile, 'path' | 'hash'>, isViewed: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    ({ path, hash }, isViewed) => {
      if (hash === '') return
      const { queryKey } = pullQuery(pull)
      client.setQueryData<PullView>(queryKey, (before) => before && marked(before, path, isViewed ? hash : null))
      api.call('mark_files', { pull, viewed: { [path]: isViewed ? hash : null } }).catch((error: unknown) => {
        say('deny', errorText(error))
        void client.invalidateQueries({ queryKey })
      })
    },
    [client, pull],
  )
}

function marked(view: PullView, path: string, hash: string | null): PullView {
  const { [path]: _gone, ...others } = view.marks.viewed
  return { ...view, marks: { ...view.marks, viewed: hash === null ? others : { ...others, [path]: hash } } }
}
