import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import type { JobId } from '../../src/model/ids.ts'
import { api } from './api.ts'
import { whilePresent } from './while-present.ts'

/** One entry of the log. */
export type LogEvent = OutputOf<'list_events'>['rows'][number]

const PAGE = 1000

/** A job with its family, what is held in it and what is in doubt. */
export function useJob(id: string) {
  return useQuery({
    queryKey: ['job', id],
    queryFn: () => api.call('read_job', { job: id as JobId }),
    refetchInterval: ({ state: { data } }) => whilePresent(data?.presence),
  })
}

/** The log of a job; what is there already is not read again. */
function eventsQuery(id: string) {
  const queryKey = ['events', id]
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<readonly LogEvent[]> => {
      const events = [...(client.getQueryData<readonly LogEvent[]>(queryKey) ?? [])]
      for (;;) {
        const after = events.at(-1)?.seq ?? 0
        const { rows } = await api.call('list_events', { job: id as JobId, after, limit: PAGE })
        events.push(...rows)
        if (rows.length < PAGE) return events
      }
    },
    structuralSharing: false,
  })
}

/** Everything that happened in a job, oldest first. */
export function useJobEvents(id: string): readonly LogEvent[] {
  return useQuery(eventsQuery(id)).data ?? []
}
