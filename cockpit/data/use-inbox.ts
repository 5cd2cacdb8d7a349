import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { type HeldItem, type InboxItem, toDoubt, toHeld, toStopped } from '../inbox/inbox-item.ts'
import { api } from './api.ts'
import { loadCheckpoints } from './load-all.ts'

type Held = ReadonlyMap<string, HeldItem>

const HELD = ['inbox', 'held'] as const
const DONE = ['approved', 'answered', 'rejected', 'expired', 'cancelled', 'superseded'] as const

/** What waits, by its id. The first rows are there before the last are read. */
const heldQuery = queryOptions({
  queryKey: HELD,
  queryFn: async ({ client, signal }): Promise<Held> => {
    const isFirst = client.getQueryData<Held>(HELD) === undefined
    const held = new Map<string, HeldItem>()
    const take = (rows: readonly Checkpoint[]) => {
      for (const row of rows) held.set(row.id, toHeld(row))
      if (isFirst) client.setQueryData<Held>(HELD, new Map(held))
    }
    await loadCheckpoints({}, take, signal)
    return held
  },
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

const doubtsQuery = queryOptions({
  queryKey: ['inbox', 'doubts'],
  queryFn: async () => (await api.call('list_doubts', { limit: 200 })).rows,
})

const stoppedQuery = queryOptions({
  queryKey: ['inbox', 'stopped'],
  queryFn: async () => (await api.call('list_jobs', { status: ['stopped'], limit: 200 })).rows,
})

/** Everything that waits, whoever it needs; undefined until it is known. */
export function useWaiting(): { readonly items: readonly InboxItem[] | undefined; readonly error: Error | null } {
  const { data: held, error } = useQuery(heldQuery)
  const { data: doubts } = useQuery(doubtsQuery)
  const { data: stopped } = useQuery(stoppedQuery)
  const items = useMemo(
    () => held && [...held.values(), ...(doubts ?? []).map(toDoubt), ...(stopped ?? []).map(toStopped)],
    [held, doubts, stopped],
  )
  return { items, error }
}

/** What was answered or ran out lately, the newest first. */
export function useDone(isWanted: boolean): readonly InboxItem[] | undefined {
  const { data } = useQuery({
    queryKey: ['inbox', 'done'],
    queryFn: async () =>
      (await api.call('list_checkpoints', { status: [...DONE], newest_first: true, limit: 200 })).rows.map(toHeld),
    enabled: isWanted,
  })
  return data
}

/** Puts what was just read of a checkpoint into the list; what no longer waits leaves it without a word. */
export function putHeld(client: QueryClient, checkpoints: readonly Checkpoint[]): void {
  client.setQueryData<Held>(HELD, (held) => {
    if (held === undefined) return undefined
    const next = new Map(held)
    for (const checkpoint of checkpoints) {
      if (checkpoint.status === 'pending') next.set(checkpoint.id, toHeld(checkpoint))
      else next.delete(checkpoint.id)
    }
    return next
  })
}

/** Reads the whole list again. */
export function reloadHeld(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: HELD })
}
