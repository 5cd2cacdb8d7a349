import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { CheckpointView } from '../../src/api/views.ts'
import type { CheckpointId } from '../../src/model/ids.ts'
import { api } from './api.ts'
import { putHeld } from './use-inbox.ts'
import { whilePresent } from './while-present.ts'

/** Reads one checkpoint whole. */
export function checkpointQuery(id: string) {
  return queryOptions({
    queryKey: ['checkpoint', id],
    queryFn: (): Promise<CheckpointView> => api.call('read_checkpoint', { checkpoint: id as CheckpointId }),
    staleTime: 30_000,
  })
}

/** One checkpoint whole, kept up to date by the stream. */
export function useCheckpoint(id: string | undefined) {
  const refetchInterval = ({ state: { data } }: { readonly state: { readonly data?: CheckpointView | undefined } }) =>
    whilePresent(data?.presence)
  return useQuery({ ...checkpointQuery(id ?? ''), enabled: id !== undefined, refetchInterval })
}

/** Looks at checkpoints again, wherever they are shown. */
export async function refreshCheckpoints(client: QueryClient, ids: readonly string[]): Promise<void> {
  const views = await Promise.allSettled(
    ids.map((id) => client.fetchQuery({ ...checkpointQuery(id), staleTime: 0, retry: false })),
  )
  putHeld(
    client,
    views.flatMap((view) => (view.status === 'fulfilled' ? [view.value] : [])),
  )
}
