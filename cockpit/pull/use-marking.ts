import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import type { Marks } from '../../src/model/review-thread.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { putIntoPull } from '../data/use-pull.ts'
import { say } from '../parts/toasts.tsx'
import type { ShownFile } from './row.ts'

/** The hash of what was looked at, by path; null takes a mark away. */
type Viewed = Readonly<Record<string, string | null>>

/** What somebody has looked at, and the way to say so. */
export interface Marking {
  readonly marks: Marks
  readonly mark: (file: Pick<ShownFile, 'path' | 'hash'>, isViewed: boolean) => void
}

/** Marks show at once, whatever is read in the meantime; they are sent one after the other, and one that could not be kept goes again. */
export function useMarking(pull: PullId, saved: Marks): Marking {
  const client = useQueryClient()
  const mutationKey = ['mark', pull]
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    // A server on this machine is there without a network too.
    networkMode: 'always',
    mutationFn: (viewed: Viewed) => api.call('mark_files', { pull, viewed }),
    onSuccess: (_done, viewed) =>
      putIntoPull(client, pull, (view) => ({ ...view, marks: withViewed(view.marks, viewed) })),
    onError: (error) => say('deny', errorText(error)),
  })
  const onTheWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Viewed,
  })
  const marks = useMemo(() => onTheWay.reduce(withViewed, saved), [onTheWay, saved])
  const mark = useCallback<Marking['mark']>(
    ({ path, hash }, isViewed) => {
      if (hash !== '') mutate({ [path]: isViewed ? hash : null })
    },
    [mutate],
  )
  return { marks, mark }
}

function withViewed(marks: Marks, viewed: Viewed): Marks {
  const after = Object.entries({ ...marks.viewed, ...viewed }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return { ...marks, viewed: Object.fromEntries(after) }
}
