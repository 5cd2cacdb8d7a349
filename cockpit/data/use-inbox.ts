import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ListedPull } from '../../src/api/pull-views.ts'
import type { CheckpointView, ListedCheckpoint } from '../../src/api/views.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import type { Job } from '../../src/model/job.ts'
import { type HeldItem, type InboxItem, listedOf, needsMe, toDoubt, toHeld, toStopped } from '../inbox/inbox-item.ts'
import type { Read } from '../parts/failed.tsx'
import { api } from './api.ts'
import { loadCheckpoints, loadOfAgent } from './load-all.ts'
import { useHasLooked } from './use-has-looked.ts'
import { type Me, meQuery, useMe } from './use-me.ts'

/** What waits, by its id. */
export type Held = ReadonlyMap<string, HeldItem>

const HELD = ['inbox', 'held'] as const
const MORE = ['inbox', 'more'] as const
const DONE = ['approved', 'answered', 'rejected', 'expired', 'cancelled', 'superseded'] as const

/** How much more has to be read before it is shown: every showing sorts all of it anew. */
const GROWTH = 20

/** What was read anew of single rows while the list is being read: it is newer than what a page of the list says. */
const fresh = new Map<string, HeldItem | null>()

/** What no longer waits is null. */
function toNews(checkpoint: ListedCheckpoint): readonly [string, HeldItem | null] {
  return [checkpoint.id, checkpoint.status === 'pending' ? toHeld(checkpoint) : null]
}

function putInto(held: Map<string, HeldItem>, news: Iterable<readonly [string, HeldItem | null]>): void {
  for (const [id, item] of news) {
    if (item === null) held.delete(id)
    else held.set(id, item)
  }
}

/** What waits, by its id. The first rows are there before the last are read. */
const heldQuery = queryOptions({
  queryKey: HELD,
  queryFn: async ({ client, signal }): Promise<Held> => {
    const isFirst = client.getQueryData<Held>(HELD) === undefined
    const held = new Map<string, HeldItem>()
    forgetNews(client)
    let shown = 0
    let pages = 0
    const take = (rows: readonly ListedCheckpoint[]) => {
      for (const row of rows) held.set(row.id, toHeld(row))
      putInto(held, fresh)
      pages += 1
      // The second is what is most urgent.
      if (!isFirst || (pages !== 2 && held.size < shown * GROWTH)) return
      shown = held.size
      client.setQueryData<Held>(HELD, new Map(held))
    }
    client.setQueryData<boolean>(MORE, await loadCheckpoints(take, signal))
    putInto(held, fresh)
    return held
  },
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** All that one agent waits with. Where the whole list is cut off, it holds only some of it. */
const ofAgentQuery = (agent: string) =>
  queryOptions({
    queryKey: [...HELD, agent],
    queryFn: async ({ client, signal }): Promise<Held> => {
      const held = new Map<string, HeldItem>()
      forgetNews(client)
      const take = (rows: readonly ListedCheckpoint[]) => rows.forEach((row) => held.set(row.id, toHeld(row)))
      client.setQueryData<boolean>([...MORE, agent], await loadOfAgent(agent, take, signal))
      putInto(held, fresh)
      return held
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/** Nobody needs what was news before the first of several lists began to be read. */
function forgetNews(client: QueryClient): void {
  if (client.isFetching({ queryKey: HELD }) < 2) fresh.clear()
}

const doubtsQuery = queryOptions({
  queryKey: ['inbox', 'doubts'],
  queryFn: async () => (await api.call('list_doubts', { limit: 200 })).rows,
})

const stoppedQuery = queryOptions({
  queryKey: ['inbox', 'stopped'],
  queryFn: async () => (await api.call('list_jobs', { status: ['stopped'], limit: 200 })).rows,
})

/** Rows, undefined until they are known, and what of them could not be read. */
interface Listed {
  readonly items: readonly InboxItem[] | undefined
  readonly reads: readonly Read[]
}

/** Everything that waits, whoever it needs; undefined until all of it is known, so that nothing urgent comes in between later. */
export function useWaiting(): Listed {
  const held = useQuery(heldQuery)
  const doubts = useQuery(doubtsQuery)
  const stopped = useQuery(stoppedQuery)
  const isKnown = held.data !== undefined && !doubts.isPending && !stopped.isPending
  const items = isKnown ? allOf(held.data, doubts.data, stopped.data) : undefined
  return { items, reads: [held, doubts, stopped] }
}

/** Whether more waits than is read, of one agent or of all: a list that is cut off has to say so. */
export function useHasMore(agent?: string): boolean {
  const queryKey = agent === undefined ? MORE : [...MORE, agent]
  return useQuery({ queryKey, queryFn: () => false, enabled: false }).data === true
}

/** What waits of one agent, where that is wanted beside a list that is cut off; undefined until it is read. */
export function useOfAgent(agent: string | undefined): { readonly held: Held | undefined; readonly read: Read } {
  const read = useQuery({ ...ofAgentQuery(agent ?? ''), enabled: agent !== undefined })
  return { held: agent === undefined ? undefined : read.data, read }
}

/** What of all that waits needs somebody. */
export function useMine(): readonly InboxItem[] {
  const me = useMe()
  return mineOf(useWaiting().items, me)
}

/** How much of what waits needs somebody. */
export function useWaitingCount(): number {
  return useMine().length
}

/** Several parts of the page want the same of the same ten thousand rows; it is worked out once. */
const allOf = lastOf((held: Held, doubts: readonly Attempt[] | undefined, stopped: readonly Job[] | undefined) => [
  ...held.values(),
  ...(doubts ?? []).map(toDoubt),
  ...(stopped ?? []).map(toStopped),
])

const mineOf = lastOf(
  (items: readonly InboxItem[] | undefined, me: Me | undefined): readonly InboxItem[] =>
    items?.filter((item) => needsMe(item, me)) ?? [],
)

/** How many of these need somebody. */
export function countOf(items: readonly InboxItem[] | undefined, me: Me | undefined): number {
  return mineOf(items, me).length
}

/** Remembers what came of the same arguments the last time. */
function lastOf<Given extends readonly unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined
  return (...given) => {
    if (last === undefined || given.some((one, index) => one !== last?.given[index]))
      last = { given, made: make(...given) }
    return last.made
  }
}

/** Begins to read what waits before anything is drawn that needs it; settles when there is enough of it to draw. */
export async function readAhead(client: QueryClient): Promise<void> {
  const rest = [client.prefetchQuery(doubtsQuery), client.prefetchQuery(stoppedQuery)]
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData(HELD) !== undefined) resolve()
  })
  void client.prefetchQuery(heldQuery).then(resolve)
  await promise.finally(stop)
  await Promise.all(rest)
}

/** Merges that could not be made and wait for a person. They are seldom and no rows, so they are looked for behind the first look at those. */
export function useStuck(): readonly ListedPull[] {
  const { data } = useQuery({
    queryKey: ['inbox', 'stuck'],
    queryFn: async () => (await api.call('list_pulls', { stuck: true, limit: 50 })).rows,
    enabled: useHasLooked(),
  })
  return data ?? NONE
}

const NONE: readonly ListedPull[] = []

/** What was answered or ran out lately, the newest first. */
export function useDone(isWanted: boolean): Listed {
  const done = useQuery({
    queryKey: ['inbox', 'done'],
    queryFn: async () =>
      (await api.call('list_checkpoints', { status: [...DONE], newest_first: true, limit: 200 })).rows.map(toHeld),
    enabled: isWanted,
  })
  return { items: done.data, reads: [done] }
}

/** Puts what was just read of a checkpoint into the list; what no longer waits leaves it without a word. */
export function putHeld(client: QueryClient, views: readonly CheckpointView[]): void {
  const me = client.getQueryData(meQuery.queryKey)
  const news = views.map((view) => toNews(listedOf(view, me)))
  if (client.isFetching({ queryKey: HELD }) > 0) for (const [id, item] of news) fresh.set(id, item)
  client.setQueriesData<Held>({ queryKey: HELD }, (held) => {
    if (held === undefined) return undefined
    const next = new Map(held)
    putInto(next, news)
    return next
  })
}

/** Reads the whole list again. */
export function reloadHeld(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: HELD })
}
