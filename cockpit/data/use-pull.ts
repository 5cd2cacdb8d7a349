import { type QueryClient, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DiffView, FileView, PullView } from '../../src/api/pull-views.ts'
import type { PullId } from '../../src/model/ids.ts'
import type { PullStatus } from '../../src/model/pull-status.ts'
import { api } from './api.ts'

const PAGE = 50

/** Reads one pull request with everything but its diff. */
export function pullQuery(id: string) {
  return queryOptions({
    queryKey: ['pull', id],
    queryFn: (): Promise<PullView> => api.call('read_pull', { pull: id as PullId }),
  })
}

/** One pull request, kept up to date by the stream, and by a look when somebody comes back to the page. */
export function usePull(id: string) {
  useComingBack(id)
  return useQuery(pullQuery(id))
}

/** Whoever comes back may have written and marked on another device meanwhile, of which the stream says nothing. */
function useComingBack(id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = pullQuery(id)
    const look = () => {
      const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      if (document.visibilityState === 'hidden' || Date.now() - readAt < JUST_READ_MS) return
      void client.refetchQueries({ queryKey }, { cancelRefetch: false })
    }
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, id])
}

/** Whoever goes to and fro between windows has it read once a moment. */
const JUST_READ_MS = 1000

/** Puts in what the server has just kept. What was asked for before that must not bring back what it was, so it is asked for again. */
export function putIntoPull(client: QueryClient, id: PullId, change: (view: PullView) => PullView): void {
  const { queryKey } = pullQuery(id)
  const isOld = client.isFetching({ queryKey }) > 0
  void client.cancelQueries({ queryKey })
  client.setQueryData<PullView>(queryKey, (before) => before && change(before))
  if (isOld) void client.invalidateQueries({ queryKey })
}

/** Which lines are compared: a round with its base, or with an earlier round. */
export interface Compared {
  readonly round: number
  readonly since?: number | undefined
}

/** What a round changes. It never changes itself, so it is read once, and only where it is wanted. */
export function useDiff(pull: PullId, { round, since }: Compared, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: ['diff', pull, round, since ?? 0],
    queryFn: (): Promise<DiffView> => api.call('read_diff', { pull, round, ...(since !== undefined && { since }) }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** One file, as it stands on one side of a round. */
export interface WhichFile {
  readonly pull: PullId
  readonly path: string
  readonly round: number
  readonly side?: 'old' | 'new'
}

/** Reads one file of a round. */
export function fileQuery({ pull, path, round, side = 'new' }: WhichFile) {
  return queryOptions({
    queryKey: ['file', pull, round, side, path],
    queryFn: (): Promise<FileView> => api.call('read_file', { pull, path, round, side }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The names of all files of a round. */
export function useFileNames(pull: PullId, round: number) {
  return useQuery({
    queryKey: ['files', pull, round],
    queryFn: () => api.call('list_files', { pull, round }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Pull requests, the newest first. */
export function usePulls(status: readonly PullStatus[]) {
  return useInfiniteQuery({
    queryKey: ['pulls', ...status],
    queryFn: ({ pageParam }) =>
      api.call('list_pulls', {
        limit: PAGE,
        newest_first: true,
        status: [...status],
        ...(pageParam !== null && { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
