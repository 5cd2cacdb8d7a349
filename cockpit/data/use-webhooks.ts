import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import { api } from './api.ts'

/** Somebody else who is told what waits, and what did not arrive there. */
export type ToldWebhook = OutputOf<'list_webhooks'>['rows'][number]

/** Nothing in the log says how a webhook fares. */
const LOOK_MS = 10_000

/** The webhooks that somebody administers; read while they are looked at. */
export function useWebhooks(isAdmin: boolean) {
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: () => api.call('list_webhooks', {}),
    enabled: isAdmin,
    refetchInterval: LOOK_MS,
  })
}
